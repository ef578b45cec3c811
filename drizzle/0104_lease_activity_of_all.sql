-- Fills the columns of the migration before for the leases there are. Holds the row locks of the leases until it ends, about a second for ten thousand leases: their charges
-- and payments wait that long. Nothing else is locked. A thousand leases a statement, each read after it is locked, so that no concurrent change is lost.
do $$
declare part uuid[];
begin
  for part in select array_agg(id) from (select id, (row_number() over (order by id) - 1) / 1000 as number from leases) l group by number order by number loop
    perform keep_lease_activity(part);
  end loop;
end $$;
