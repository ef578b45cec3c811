-- Fills the columns of the migration before for the leases there are, a thousand a statement. Holds the row locks of the leases until it ends, like 0100.
do $$
declare part uuid[];
begin
  for part in select array_agg(id) from (select id, (row_number() over (order by id) - 1) / 1000 as number from leases) l group by number order by number loop
    perform count_past_due(part, now());
  end loop;
end $$;
