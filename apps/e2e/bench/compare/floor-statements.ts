import { centsToUsdcUnits } from "@hearth/domain/money";

const unitsPerCent = centsToUsdcUnits(1);

/** The statements of the floor: one for each answer, with everything that the answer shows. */

/** Finds the session of a token, like the product. */
export const liveSession = `
  select s.id, s.user_id, s.kind, s.last_used_at, s.expires_at, u.role, u.is_read_only, f.enabled_at, k.role as staff_role
  from sessions s join users u on u.id = s.user_id left join second_factors f on f.user_id = s.user_id
    left join merchant_staff k on k.user_id = s.user_id and k.ended_at is null
  where s.token_hash = $1 and s.revoked_at is null and s.idle_expires_at > $2 and s.expires_at > $2 and u.status = 'active'`;

export const touchSession = `update sessions set last_used_at = $2, idle_expires_at = $3 where id = $1 and revoked_at is null`;

export const account = `
  select u.id, u.first_name, u.last_name, u.email, u.role, u.status, u.address, u.phone_number, u.apt_number, u.created_at,
    case when e.id is not null then json_build_object('id', e.id, 'name', e.name, 'business_type', e.business_type, 'status', e.status, 'time_zone', e.time_zone) end as enrolled,
    case when o.id is not null then json_build_object('id', o.id, 'name', o.name, 'business_type', o.business_type, 'status', o.status, 'time_zone', o.time_zone) end as owned,
    w.address as wallet_address, k.role as staff_role, u.is_read_only
  from users u left join merchants e on e.id = u.enrolled_merchant_id left join merchant_staff k on k.user_id = u.id and k.ended_at is null
    left join merchants o on o.id = coalesce((select id from merchants where owner_user_id = u.id), k.merchant_id)
    left join wallets w on w.user_id = u.id and w.kind = 'external' and w.unlinked_at is null
  where u.id = $1`;

export const status = `
  select p.status, t.tx_hash from payments p left join transfers t on t.id = p.transfer_id where p.id = $1 and p.consumer_id = $2`;

const payment = `
  select p.id, p.merchant_id, m.name as merchant_name, m.business_type, m.time_zone, m.closed_at is not null as is_closed, p.payee_address, p.amount_cents, p.payment_type,
    p.description, p.apt_number,
    p.notes, p.status, p.oddity, p.code, p.reference, p.binding, p.created_at, p.updated_at, p.completed_at, p.expires_at, t.tx_hash,
    json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name, 'phoneNumber', u.phone_number) as payer,
    j.gross_units, j.refunded_units, coalesce(b.units, 0)::text as too_little_units, p.status <> 'completed' and coalesce(b.is_paid, false) as has_arrived,
    (select o.user_ref from onramp_orders o where o.payment_id = p.id and o.state <> 'noSession' and (o.bound_at is not null or p.status <> 'completed')
      order by o.bound_at nulls last, o.id desc limit 1) as session_id,
    (select json_build_object('id', d.id, 'status', d.status, 'result', d.result, 'resultReason', d.result_reason) from disputes d
      where d.payment_id = p.id order by d.created_at desc limit 1) as dispute,
    exists (select from disputes d where d.payment_id = p.id and d.result = 'chargedBack'
      and d.chargeback_cents * ${unitsPerCent}::numeric > j.refunded_units::numeric) as is_refund_owed`;
const from = `
  from payments p join merchants m on m.id = p.merchant_id join users u on u.id = p.consumer_id left join transfers t on t.id = p.transfer_id
    cross join lateral (
      select coalesce(sum(-units) filter (where account = 'payment'), 0)::text as gross_units,
        coalesce(sum(units) filter (where account = 'returned'), 0)::text as refunded_units
      from journal_entries where payment_id = p.id) j
    left join lateral (
      select sum(units.usdc_units) filter (where units.verdict in ('short', 'part')) as units, bool_or(units.verdict in ('matched', 'part')) as is_paid
      from transfers units where units.payment_id = p.id and units.orphaned_at is null and p.status <> 'completed') b on true`;

const newest = `order by p.created_at desc, p.id desc limit`;

export const ownPayments = `${payment} ${from} where p.consumer_id = $1 ${newest} $2`;
export const merchantPayments = `${payment} ${from} where p.merchant_id = (select id from merchants where owner_user_id = $1) ${newest} $2`;
export const allPayments = `
  ${payment}, c.address as current_address ${from} left join payees c on c.merchant_id = m.id and c.ended_at is null ${newest} $1`;

const progress = `
  y.proven_at is not null as payee_proven,
  (select pr.name || ' ' || un.name from lease_credits k join leases l on l.id = k.lease_id join units un on un.id = l.unit_id
    join properties pr on pr.id = un.property_id where k.payment_id = p.id) as place,
  (select block_number::text from chain_cursors c where c.chain_id = p.chain_id) as head,
  (select coalesce(json_agg(json_build_object('tx_hash', x.tx_hash, 'verdict', x.verdict, 'usdc_units', x.usdc_units::text, 'from_address', x.from_address,
      'block_number', x.block_number::text, 'seen_at', x.seen_at) order by x.block_number, x.log_index), '[]')
    from transfers x where x.payment_id = p.id and x.orphaned_at is null) as transfers,
  (select coalesce(json_agg(json_build_object('type', e.type, 'at', e.at, 'note', e.data->>'note') order by e.id), '[]')
    from payment_events e where e.payment_id = p.id) as events`;

export const details = `
  ${payment}, ${progress}, (select k.lease_id from lease_credits k where k.payment_id = p.id) as lease_id,
    (select coalesce(json_agg(json_build_object('id', r.id, 'status', r.status, 'usdc_units', r.usdc_units::text, 'created_at', r.created_at,
        'completed_at', r.completed_at, 'tx_hash', rt.tx_hash) order by r.created_at, r.id), '[]')
      from refunds r left join transfers rt on rt.id = r.transfer_id
      where r.payment_id = p.id and r.dispute_id is null and r.status <> 'cancelled') as refunds
  ${from} join payees y on y.id = p.payee_id where p.id = $1 and p.consumer_id = $2`;

export const checkout = `
  ${payment}, ${progress},
    (select json_build_object('status', r.status, 'failure', r.failure, 'txHash', s.tx_hash, 'place', null)
      from relays r left join relay_transactions s on s.id = r.transaction_id
      where r.payment_id = p.id and r.top_up_id is null order by r.id desc limit 1) as relay,
    exists (select from alarms a where a.key = 'relayer-gas' and a.cleared_at is null) as is_relayer_dry,
    (select count(*)::int from transfers x where x.merchant_id = p.merchant_id and x.verdict = 'unmatched' and x.orphaned_at is null
      and x.sent_back_by is null and x.usdc_units = p.amount_cents * ${unitsPerCent}::numeric and lower(x.to_address) = lower(p.payee_address)
      and x.block_time >= date_trunc('second', p.created_at)) as unrecognised
  ${from} join payees y on y.id = p.payee_id where p.reference = $1`;

export const disputes = `
  select d.id, d.code, d.reason, d.description, d.notes, d.amount_cents, d.status, d.created_at, d.updated_at, d.result, d.result_reason,
    d.chargeback_cents, d.resolved_at,
    json_build_object('id', p.id, 'amountCents', p.amount_cents, 'createdAt', p.created_at, 'description', p.description, 'status', p.status,
      'txHash', t.tx_hash) as payment,
    json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name, 'phoneNumber', u.phone_number) as payer,
    json_build_object('id', m.id, 'name', m.name, 'businessType', m.business_type, 'timeZone', m.time_zone, 'isClosed', m.closed_at is not null) as merchant,
    (select coalesce(json_agg(json_build_object('units', g.usdc_units::text, 'at', g.given_back_at, 'txHash', g.tx_hash)
        order by g.block_number, g.log_index), '[]')
      from refunds r join transfers g on g.refund_id = r.id where r.dispute_id = d.id and g.given_back_at is not null) as refunds,
    (select coalesce(sum(-units) filter (where account = 'payment'), 0) - coalesce(sum(units) filter (where account = 'returned'), 0)
      from journal_entries where payment_id = p.id)::text as left_units
  from disputes d join payments p on p.id = d.payment_id join users u on u.id = p.consumer_id join merchants m on m.id = p.merchant_id
    left join transfers t on t.id = p.transfer_id
  order by d.created_at desc, d.id desc limit $1`;

/** Opens a checkout with the payer's merchant in one statement: the payment and its first event. */
export const openCheckout = `
  with payable as (
    select m.id as merchant_id, m.name, y.id as payee_id, y.address, u.apt_number
    from users u join merchants m on m.id = u.enrolled_merchant_id join payees y on y.merchant_id = m.id and y.ended_at is null
    where u.id = $1 and m.status = 'active'
  ), opened as (
    insert into payments (consumer_id, merchant_id, payee_id, payee_address, amount_cents, chain_id, token_address, description, apt_number, reference,
      binding, code, created_at, expires_at, updated_at)
    select $1, merchant_id, payee_id, address, $2, $3, $4, 'Payment to ' || name, apt_number, $5, $6, $7, $8, $9, $8 from payable
    on conflict do nothing returning id, consumer_id, created_at
  ), noted as (
    insert into payment_events (payment_id, type, actor_id, at) select id, 'created', consumer_id, created_at from opened
  )
  select id from opened`;
