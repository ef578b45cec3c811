// What this browser knows by itself: the transfers that its wallet sent and the server has not seen yet. src/features/payments/checkout/sent-transfers.ts
// writes them.
function sentTransfers() {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith("sentTransfer."))
      .map((key) => JSON.parse(localStorage.getItem(key)))
      .filter((sent) => typeof sent?.sentAt === "number" && typeof sent.txHash === "string");
  } catch {
    return [];
  }
}

const sent = document.getElementById("sent");
for (const { txHash, sentAt } of sentTransfers()) {
  const item = document.createElement("li");
  const at = new Date(sentAt).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
  item.textContent = `You sent a payment on ${at}. Its transaction is ${txHash}; it counts as soon as it arrives.`;
  sent.append(item);
  sent.hidden = false;
}

const again = () => location.reload();
document.getElementById("again").addEventListener("click", again);
window.addEventListener("online", again);
