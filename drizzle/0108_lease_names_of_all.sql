-- Fills in the merchants of the ledger lines there are, a thousand leases a statement, about a minute for a million lines. Nobody waits for it, because lines never change otherwise.
do $$
declare part uuid[];
begin
  for part in select array_agg(id) from (select id, (row_number() over (order by id) - 1) / 1000 as number from leases) l group by number order by number loop
    update lease_entries e set merchant_id = l.merchant_id from leases l where l.id = any(part) and e.lease_id = l.id and e.merchant_id is null;
  end loop;
end $$;
--> statement-breakpoint
-- Fills in the names and the properties of the leases. Holds their row locks until it ends, about a second for ten thousand leases: their charges and payments, and the renaming of
-- their properties, wait that long.
do $$
declare part uuid[];
begin
  for part in select array_agg(id) from (select id, (row_number() over (order by id) - 1) / 1000 as number from leases) l group by number order by number loop
    perform keep_lease_names(part);
    update leases l set property_id = un.property_id from units un where l.id = any(part) and un.id = l.unit_id and l.property_id is null;
  end loop;
end $$;
