-- The second step of 0045: no version that may still run beside this one reads or writes the column.
ALTER TABLE "lease_tenants" DROP COLUMN "invite_hash";
