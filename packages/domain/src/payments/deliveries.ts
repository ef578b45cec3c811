/** An onramp order or a transfer, by its row's id, with its amount in USDC base units. */
interface Amount {
  id: string;
  usdcUnits: bigint;
}

/**
 * Says which transfer of one transaction each onramp order was delivered with. All orders name the transaction and pay the same wallet. An order
 * takes a transfer of exactly its amount first; transfers of one amount are alike, so that any of them will do. Orders and transfers that are left are
 * paired from the smallest amount up, but only where there are as many of both: otherwise nobody can tell yet which belong together.
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
  const left = orders.filter(({ id }) => !assigned.has(id)).toSorted(byAmount);
  if (left.length !== free.length) return assigned;
  for (const [place, transfer] of free.toSorted(byAmount).entries()) {
    const order = left[place];
    if (order) assigned.set(order.id, transfer);
  }
  return assigned;
}

function byAmount(left: Amount, right: Amount): number {
  return left.usdcUnits < right.usdcUnits ? -1 : left.usdcUnits > right.usdcUnits ? 1 : 0;
}
