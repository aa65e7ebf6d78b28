import GRDB

/// The tables, as a list of migrations.
enum Schema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1. Books, members, loans") { db in
      try db.create(table: "book") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("title", .text).notNull()
        table.column("author", .text).notNull()
      }
      try db.create(table: "member") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("name", .text).notNull()
        table.column("email", .text).notNull().unique()
        table.column("token", .text).notNull().unique()
      }
      try db.create(table: "loan") { table in
        table.autoIncrementedPrimaryKey("id")
        table.belongsTo("book").notNull()
        table.belongsTo("member").notNull()
        table.column("lentAt", .datetime).notNull()
        table.column("dueAt", .datetime).notNull()
        table.column("returnedAt", .datetime)
      }
      // The database also enforces that a book has at most one open loan.
      try db.create(
        index: "loan_of_a_book", on: "loan", columns: ["bookId"], options: .unique,
        condition: Column("returnedAt") == nil)
    }
    migrator.registerMigration("2. Reminders") { db in
      try db.alter(table: "loan") { table in table.add(column: "remindedAt", .datetime) }
    }
    return migrator
  }
}
