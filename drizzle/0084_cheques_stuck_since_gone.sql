-- The second step of 0067: no version that may still run beside this one reads or writes the column.
ALTER TABLE "cheques" DROP COLUMN "stuck_since";
