import { isBlockBefore } from "@hearth/db/block-seconds";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { isBeingReturnedAs } from "@hearth/db/being-returned";
import { onrampOrders } from "@hearth/db/schema/onramp-orders";
import { paymentEvents } from "@hearth/db/schema/payment-events";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { payees } from "@hearth/db/schema/payees";
import { payments } from "@hearth/db/schema/payments";
import { refundDestinations } from "@hearth/db/schema/refund-destinations";
import { refunds } from "@hearth/db/schema/refunds";
import { topUps } from "@hearth/db/schema/top-ups";
import { transfers } from "@hearth/db/schema/transfers";
import { wallets } from "@hearth/db/schema/wallets";
import { unitsOfCents } from "@hearth/db/usdc";
import { and, asc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";

/** Passes the ids as one array parameter, so that the statement's text does not depend on their number. */
function among(ids: string[]): SQL {
  return sql`any(${sql.param(ids)}::uuid[])`;
}

/** Lists completed payments among `paymentIds` whose completing transfer contradicts them. */
export async function listBrokenCredits(db: DatabaseOrTransaction, paymentIds: string[]) {
  const due = unitsOfCents(payments.amountCents);
  const problem = sql<string | null>`case
    when ${transfers.paymentId} is distinct from ${payments.id} then 'the transfer is matched to another payment'
    when ${transfers.verdict} not in ('matched', 'part') then 'the transfer is not matched'
    when ${transfers.reorgedAt} is not null then 'the transfer has left the chain'
    when ${transfers.countedAt} is null then 'the transfer still waits to be counted'
    when ${transfers.chainId} <> ${payments.chainId} then 'the chain differs'
    when lower(${transfers.tokenAddress}) <> lower(${payments.tokenAddress}) then 'the token differs'
    when lower(${transfers.toAddress}) <> lower(${payments.payeeAddress}) then 'the payee differs'
    when ${transfers.usdcUnits} < ${due} and ${transfers.verdict} <> 'part' then 'it is too little'
    when ${transfers.usdcUnits} > ${due} and ${payments.oddity} <> 'over' then 'it is too much and not marked over'
    when ${transfers.boundBy} = 'wallet' and ${isBlockBefore(transfers.blockTime, payments.createdAt)} then 'it is older than the checkout'
    when ${transfers.boundBy} is null then 'nothing binds it'
    when ${transfers.boundBy} in ('authorization', 'calldata') and ${transfers.binding} <> coalesce(${topUps.binding}, ${payments.binding}) then 'its reference is another one'
  end`;
  const rows = await db
    .select({ id: payments.id, transferId: transfers.id, problem })
    .from(payments)
    .innerJoin(transfers, eq(transfers.id, payments.transferId))
    .leftJoin(topUps, eq(topUps.id, transfers.topUpId))
    .where(and(sql`${payments.id} = ${among(paymentIds)}`, isNotNull(payments.transferId), sql`${problem} is not null`));
  return rows;
}

/**
 * Lists living transfers of these payments that cannot be their money. Either the reference is another one and neither a person nor the
 * onramp named the payment, or the wallet never belonged to the merchant. A separate check compares rows with the chain's logs.
 */
export async function listForeignMoney(db: DatabaseOrTransaction, paymentIds: string[]) {
  return db.execute<{ id: string; transfer: string; problem: string }>(sql`
    select payment.id, t.id as transfer, case
      when not paid.is_own then 'it does not have the reference of the payment or top-up that it is kept for'
      else 'it went to a wallet where its merchant is not paid' end as problem
    from ${payments} payment join ${transfers} t on t.payment_id = payment.id and t.orphaned_at is null
    left join ${topUps} u on u.id = t.top_up_id
    cross join lateral (
      select coalesce(case when t.bound_by in ('admin', 'onramp') then true when t.bound_by = 'wallet' then t.binding is null
          else t.binding = coalesce(u.binding, payment.binding) end, false) as is_own,
        exists (select from ${payees} k where k.merchant_id = payment.merchant_id and lower(k.address) = lower(t.to_address)) as is_theirs
    ) paid
    where payment.id = ${among(paymentIds)} and not (paid.is_own and paid.is_theirs)`);
}

/**
 * Lists payments whose living parts are too little together, would be enough without the last one, or coexist with a transfer that is
 * enough alone.
 */
export async function listBrokenParts(db: DatabaseOrTransaction, paymentIds: string[]) {
  const due = unitsOfCents(sql`p.amount_cents`);
  return db.execute<{ id: string; problem: string }>(sql`
    with counted as (
      select t.payment_id as id, count(*) filter (where t.verdict = 'matched') as whole, sum(t.usdc_units) as units, max(t.usdc_units) as most,
        (array_agg(t.usdc_units order by t.block_number desc, t.log_index desc))[1] as last,
        (array_agg(t.id order by t.block_number desc, t.log_index desc))[1] as last_id,
        bool_and(t.chain_id = p.chain_id and lower(t.token_address) = lower(p.token_address) and lower(t.to_address) = lower(p.payee_address)) as fit,
        bool_or(t.counted_at is null) as waits, bool_or(t.counted_at is not null) as counts,
        bool_and(t.bound_by is not null and (t.binding is null or t.bound_by not in ('authorization', 'calldata') or t.binding = coalesce(u.binding, p.binding))) as bound
      from ${transfers} t join ${payments} p on p.id = t.payment_id left join ${topUps} u on u.id = t.top_up_id
      where t.payment_id = ${among(paymentIds)} and t.verdict in ('matched', 'part') and t.orphaned_at is null
      group by t.payment_id having bool_or(t.verdict = 'part')
    ), judged as (
      select p.id, case
        when whole > 0 then 'parts stand beside a transfer that is enough alone'
        when units < ${due} then 'its parts are not enough together'
        when units - last >= ${due} then 'its parts are enough without the last'
        when most >= ${due} then 'a part is enough alone'
        when not fit then 'a part went elsewhere'
        when not bound then 'a part has another reference'
        when p.transfer_id is not null and p.transfer_id <> last_id then 'another part than the last completed it'
        when p.transfer_id is not null and waits then 'a part still waits to be counted'
        when p.transfer_id is null and counts then 'a part counts for it and it is not completed'
        when p.transfer_id is not null and units > ${due} and p.oddity <> 'over' then 'its parts are too much and it is not marked over'
      end as problem from counted join ${payments} p using (id)
    )
    select id, problem from judged where problem is not null`);
}

/**
 * Lists wallets and blocks where the journal moved a different sum than the stored transfers. Covers the blocks and wallets of these
 * transfers, by their own rows and by their journal lines.
 */
export async function listBrokenWallets(db: DatabaseOrTransaction, transferIds: string[]) {
  return db.execute<{ wallet: string; block: string; kept: string; posted: string }>(sql`
    with touched as (
      select t.chain_id, lower(t.to_address) as wallet, t.block_number from ${transfers} t where t.id = ${among(transferIds)} and t.merchant_id is not null
      union select t.chain_id, lower(t.from_address), t.block_number from ${transfers} t where t.id = ${among(transferIds)} and t.sender_merchant_id is not null
      union select j.chain_id, lower(j.wallet_address), j.block_number from ${journalEntries} j where j.transfer_id = ${among(transferIds)} and j.account = 'wallet'
    ), blocks as (
      select distinct chain_id, block_number from touched
    ), kept as (
      select wallet, blocks.block_number, sum(units) as units from blocks cross join lateral (
        -- offset 0 forces one index lookup per block, whatever row count the planner expects.
        select * from ${transfers} t where t.chain_id = blocks.chain_id and t.block_number = blocks.block_number and t.orphaned_at is null offset 0
      ) as t cross join lateral (
        values (case when t.merchant_id is not null then lower(t.to_address) end, t.usdc_units),
          (case when t.sender_merchant_id is not null then lower(t.from_address) end, -t.usdc_units)
      ) as moved(wallet, units) where wallet is not null group by wallet, blocks.block_number
    )
    select touched.wallet, touched.block_number::text as block, coalesce(kept.units, 0)::text as kept, coalesce(posted.units, 0)::text as posted
    from touched left join kept using (wallet, block_number)
    left join lateral (
      select sum(j.units) as units from ${journalEntries} j
      where lower(j.wallet_address) = touched.wallet and j.block_number = touched.block_number and j.account = 'wallet' and j.transfer_id is not null
    ) as posted on true
    where coalesce(kept.units, 0) <> coalesce(posted.units, 0)`);
}

/**
 * Lists payments whose credit or returns in the journal differ from their status and transfers, or that returned more than they received.
 */
export async function listBrokenJournals(db: DatabaseOrTransaction, paymentIds: string[]) {
  const sum = (account: "payment" | "returned") => sql`coalesce(sum(j.units) filter (where j.account = ${account}), 0)`;
  return db.execute<{ id: string; problem: string }>(sql`
    with journal as (
      select j.payment_id as id, -${sum("payment")} as credited, ${sum("returned")} as returned
      from ${journalEntries} j where j.payment_id = ${among(paymentIds)} group by 1
    ), counted as (
      select p.id, sum(t.usdc_units) as units from ${payments} p
      join ${transfers} t on t.payment_id = p.id and t.orphaned_at is null and (t.id = p.transfer_id or t.verdict = 'part')
      where p.id = ${among(paymentIds)} and p.status = 'completed' group by 1
    ), given as (
      select r.payment_id as id, sum(t.usdc_units) as units from ${transfers} t join ${refunds} r on r.id = t.refund_id
      where r.payment_id = ${among(paymentIds)} and t.given_back_at is not null group by 1
    ), compared as (
      select id, coalesce(journal.credited, 0) as credited, coalesce(journal.returned, 0) as returned,
        coalesce(counted.units, 0) as counted, coalesce(given.units, 0) as given
      from journal full join counted using (id) full join given using (id)
    )
    select id, case
      when credited <> counted then 'the journal credits ' || credited || ' of ' || counted || ' units'
      when returned > credited then 'more was given back than came in for it'
      else 'the journal returns ' || returned || ' of ' || given || ' units'
    end as problem
    from compared where credited <> counted or returned > credited or returned <> least(given, credited)`);
}

/** Lists completed refunds among `refundIds` whose transfer contradicts them. */
export async function listBrokenRefunds(db: DatabaseOrTransaction, refundIds: string[]) {
  const problem = sql<string | null>`case
    when ${transfers.refundId} is distinct from ${refunds.id} then 'the transfer is for another refund'
    when ${transfers.reorgedAt} is not null then 'the transfer has left the chain'
    when ${transfers.givenBackAt} is null then 'the transfer was not counted'
    when ${transfers.binding} <> ${refunds.binding} then 'its reference is another one'
    when lower(${transfers.tokenAddress}) <> lower(${refunds.tokenAddress}) then 'the token differs'
    when lower(${transfers.toAddress}) <> lower(${refunds.toAddress}) then 'it went elsewhere'
    when ${transfers.usdcUnits} < ${refunds.usdcUnits} then 'it is too little'
    when ${transfers.senderMerchantId} is distinct from ${refunds.merchantId} then 'it left a wallet that is not the merchant''s'
  end`;
  return db
    .select({ id: refunds.id, transferId: refunds.transferId, problem })
    .from(refunds)
    .innerJoin(transfers, eq(transfers.id, refunds.transferId))
    .where(and(sql`${refunds.id} = ${among(refundIds)}`, sql`${problem} is not null`));
}

/**
 * Lists refunds to a wallet that their ground does not allow. Completed refunds are checked only if they began after the payment last
 * completed: earlier transfers no longer justify a wallet, and the money has left.
 */
export async function listMisdirectedRefunds(db: DatabaseOrTransaction, refundIds: string[]) {
  const paying = sql`${transfers} t where t.payment_id = p.id and t.verdict in ('matched', 'part') and t.counted_at is not null and t.orphaned_at is null`;
  return db.execute<{ id: string; problem: string }>(sql`
    with judged as (
      select r.id, case
        when r.ground = 'named' and not exists (
          select from ${refundDestinations} d where d.payment_id = p.id and (lower(d.address) = lower(r.to_address) or d.named_at > r.created_at)
        ) then 'that its payer has not named'
        when r.ground = 'proven' and not exists (
          select from ${wallets} w where w.user_id = p.consumer_id and lower(w.address) = lower(r.to_address) and w.proven_at is not null
        ) then 'that its payer has not proven'
        when r.ground = 'onlySender' and exists (
          select from ${paying} and lower(t.from_address) <> lower(r.to_address)
        ) then 'that is not the only one that paid'
        when r.ground = 'onlySender' and not exists (
          select from ${paying} and t.bound_by in ('authorization', 'calldata', 'wallet')
        ) then 'that has not signed for the payment'
      end as problem
      from ${refunds} r join ${payments} p on p.id = r.payment_id
      where r.id = ${among(refundIds)} and r.ground is not null and p.status = 'completed'
        and (r.status = 'open' or (r.status = 'completed' and r.cancelled_at is null and p.completed_at <= r.created_at))
    )
    select id, problem from judged where problem is not null`);
}

/**
 * Lists transfers whose journal returns contradict their refunds, exceed the unmatched money they brought in, or contradict their "all sent
 * back" mark.
 */
export async function listBrokenReturns(db: DatabaseOrTransaction, transferIds: string[]) {
  return db.execute<{ id: string; problem: string }>(sql`
    with sources as (
      select t.id, t.sent_back_by is not null as is_sent_back,
        (select coalesce(-sum(j.units), 0) from ${journalEntries} j
          where j.transfer_id = t.id and j.account = 'unmatched' and j.refund_id is null and t.verdict not in ('matched', 'part')) as held
      from ${transfers} t where t.id = ${among(transferIds)}
        and (t.sent_back_by is not null
          or t.id in (select r.source_transfer_id from ${refunds} r where r.source_transfer_id = ${among(transferIds)}))
    ), given as (
      select r.source_transfer_id as id, sum(g.usdc_units) as units from ${refunds} r join ${transfers} g on g.refund_id = r.id
      where r.source_transfer_id = ${among(transferIds)} and g.given_back_at is not null group by 1
    ), posted as (
      select r.source_transfer_id as id, sum(j.units) as units from ${refunds} r join ${journalEntries} j on j.refund_id = r.id
      where r.source_transfer_id = ${among(transferIds)} and j.account = 'unmatched' group by 1
    ), compared as (
      select sources.*, coalesce(given.units, 0) as given, coalesce(posted.units, 0) as returned
      from sources left join given using (id) left join posted using (id)
    )
    select id, case
      when returned > held then 'more was sent back than came in with it'
      when returned <> least(given, held) then 'the journal sends back ' || returned || ' of ' || given || ' units'
      else 'it says wrongly whether all of it went back'
    end as problem
    from compared where returned > held or returned <> least(given, held) or is_sent_back <> (returned = held and held > 0)`);
}

/**
 * Lists living transfers without a payment although their reference or an onramp order in their transaction names one. An order counts from
 * an hour after the transfer was seen, once the order was checked. It also needs a clear transfer: the exact amount, or no other such
 * transfer in the transaction.
 */
export async function listOwnerlessMoney(db: DatabaseOrTransaction, transferIds: string[]) {
  const reached = sql`p.chain_id = t.chain_id and lower(p.payee_address) = lower(t.to_address) and lower(p.token_address) = lower(t.token_address)`;
  const isUnnamed = (transfer: SQL) =>
    sql`${transfer}.verdict = 'unmatched' and ${transfer}.binding is null and ${transfer}.orphaned_at is null`;
  return db.execute<{ id: string; problem: string }>(sql`
    with nobodys as (
      select * from ${transfers} t where t.id = ${among(transferIds)} and t.payment_id is null and t.merchant_id is not null
        and t.orphaned_at is null and lower(t.from_address) <> lower(t.to_address)
    )
    select t.id, 'its reference names a payment that does not have it' as problem from nobodys t
    where t.binding is not null and (
      exists (select from ${payments} p where p.binding = t.binding and ${reached})
      or exists (select from ${topUps} u join ${payments} p on p.id = u.payment_id where u.binding = t.binding and ${reached}))
    union all
    select t.id, 'an onramp order was delivered with it and its payment does not have it' from nobodys t
    where ${isUnnamed(sql`t`)} and not ${isBeingReturnedAs(sql`t`)} and exists (
      select from ${onrampOrders} o join ${payments} p on p.id = o.payment_id left join ${topUps} u on u.id = o.top_up_id
      where o.tx_hash is not null and lower(o.tx_hash) = lower(t.tx_hash) and o.bound_at is null and ${reached}
        and t.seen_at < coalesce(o.next_look_at - interval '2 hours', o.created_at + interval '14 days')
        and (t.usdc_units = ${unitsOfCents(sql`coalesce(u.amount_cents, p.amount_cents)`)} or not exists (
          select from ${transfers} s where lower(s.tx_hash) = lower(t.tx_hash) and s.id <> t.id and lower(s.to_address) = lower(t.to_address)
            and ${isUnnamed(sql`s`)})))`);
}

export async function listPaymentStates(db: DatabaseOrTransaction, ids: string[]) {
  return db
    .select({ id: payments.id, status: payments.status, oddity: payments.oddity })
    .from(payments)
    .where(sql`${payments.id} = ${among(ids)}`);
}

/** Loads the events of these payments in chronological order, ready for `replay`. */
export async function loadEventsForReplay(db: DatabaseOrTransaction, ids: string[]) {
  const rows = await db
    .select({ paymentId: paymentEvents.paymentId, type: paymentEvents.type, data: paymentEvents.data })
    .from(paymentEvents)
    .where(inArray(paymentEvents.paymentId, ids))
    .orderBy(asc(paymentEvents.id));
  const byPayment = new Map<
    string,
    { type: (typeof rows)[number]["type"]; oddity?: "none" | "late" | "over"; reopenAs?: "pending" | "failed" | "cancelled" }[]
  >();
  for (const row of rows) {
    const events = byPayment.get(row.paymentId) ?? [];
    events.push({ type: row.type, ...row.data });
    byPayment.set(row.paymentId, events);
  }
  return byPayment;
}
