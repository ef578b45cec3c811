/** An onramp order or a transfer: its row's id, and its amount in USDC base units. */
interface Amount {
  id: string;
  usdcUnits: bigint;
}

/**
 * Finds the transfer that delivered each onramp order of one transaction. All orders name this transaction and pay the same wallet. An
 * order first takes a transfer of exactly its amount; equal transfers are interchangeable. The remaining orders and transfers are paired in
 * order of amount, but only if there are equally many. Otherwise the pairing is still unknown.
 */
export function assignDeliveries<Transfer extends Amount>(
  orders: readonly Amount[],
  transfers: readonly Transfer[],
): Map<string, Transfer> {
  const assigned = new Map<string, Transfer>();
  const free = [...transfers];
  for (const { id, usdcUnits } of orders) {
    const place = free.findIndex((transfer) => transfer.usdcUnits === usdcUnits);
    const [exact] = place === -1 ? [] : free.splice(place, 1);
    if (exact) assigned.set(id, exact);
  }
  const unassigned = orders.filter(({ id }) => !assigned.has(id)).toSorted(byAmount);
  if (unassigned.length !== free.length) return assigned;
  for (const [place, transfer] of free.toSorted(byAmount).entries()) {
    const order = unassigned[place];
    if (order) assigned.set(order.id, transfer);
  }
  return assigned;
}

function byAmount(left: Amount, right: Amount): number {
  return left.usdcUnits < right.usdcUnits ? -1 : left.usdcUnits > right.usdcUnits ? 1 : 0;
}
