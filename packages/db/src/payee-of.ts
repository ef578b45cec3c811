import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { payeeCards } from "./schema/payee-cards.ts";
import { payees } from "./schema/payees.ts";

/** A signed payee card as a query of another table reads it. */
export interface CardJson {
  sequence: number;
  previous: string;
  name: string;
  address: `0x${string}`;
  /** Seconds since 1970. */
  validFrom: string;
  signature: `0x${string}`;
}

/** The current payee of a merchant, with the merchant's signed cards in order. */
export interface PayeeJson {
  /** Null while the merchant has no payout wallet. */
  id: string | null;
  address: `0x${string}` | null;
  cards: CardJson[];
}

/**
 * The signed cards of a merchant, the first one first, at most 50. One index lookup. Names the column's table: in a query of one table the
 * column alone would be read as the subquery's.
 */
export function cardsOf(merchantId: PgColumn): SQL<CardJson[]> {
  const { sequence, previousHash, name, address, validFrom, signature } = payeeCards;
  const column = ({ name: columnName }: PgColumn) => sql`card.${sql.identifier(columnName)}`;
  return sql<CardJson[]>`(
    select coalesce(json_agg(json_build_object(
      'sequence', ${column(sequence)}, 'previous', ${column(previousHash)}, 'name', ${column(name)}, 'address', ${column(address)},
      'validFrom', extract(epoch from ${column(validFrom)})::bigint::text, 'signature', ${column(signature)}
    ) order by ${column(sequence)}), '[]')
    from ${payeeCards} card where card.merchant_id = ${inTable(merchantId)}
  )`;
}

/** The current payee of a merchant with its cards. Two index lookups. */
export function payeeOf(merchantId: PgColumn): SQL<PayeeJson> {
  return sql<PayeeJson>`(
    select json_build_object('id', min(payee.id::text), 'address', min(payee.address), 'cards', ${cardsOf(merchantId)})
    from ${payees} payee where payee.merchant_id = ${inTable(merchantId)} and payee.ended_at is null
  )`;
}

function inTable(column: PgColumn): SQL {
  return sql`${column.table}.${sql.identifier(column.name)}`;
}
