ALTER TABLE "lease_entries" VALIDATE CONSTRAINT "lease_entries_direction";
