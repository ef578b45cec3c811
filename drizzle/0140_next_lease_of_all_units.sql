-- Fills the column of the migration before for the leases there are. Writes only leases that another lease of their unit follows.
update leases l set next_starts_on = n.starts_on
from (
  select o.id, min(n.starts_on) as starts_on from leases o join leases n on n.unit_id = o.unit_id and n.undone_at is null and n.starts_on > o.starts_on group by o.id
) n
where n.id = l.id and l.next_starts_on is null;
