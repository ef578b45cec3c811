ALTER TABLE "month_closes" ADD COLUMN "collected" jsonb;--> statement-breakpoint
create trigger month_closes_collected_not_edited before update on month_closes for each row when (old.collected is distinct from new.collected)
execute function refuse_change();
