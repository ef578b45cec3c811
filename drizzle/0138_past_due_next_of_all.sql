-- Fills the column of the migration before for the leases there are, a thousand a statement. Holds the row locks of the leases until it ends, like 0122.
do $$
declare part uuid[];
begin
  for part in select array_agg(id) from (
    select id, (row_number() over (order by id) - 1) / 1000 as number from leases where past_due_until is not null
  ) l group by number order by number loop
    perform keep_lease_standings(part);
  end loop;
end $$;
