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

document.getElementById("again").addEventListener("click", () => location.reload());

/** Opens the page once the server answers; a browser that is offline is not asked to try. */
async function openWhenBack() {
  if (!navigator.onLine) return;
  const answer = await fetch("/health/live", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

// The network may be back before anybody listened, or the server alone was away; so it is also asked soon, and then now and then, not by all at once.
// Under its own address it stands for no page that could be opened.
if (location.pathname !== "/offline.html") {
  window.addEventListener("online", openWhenBack);
  setTimeout(openWhenBack, 1_000);
  setInterval(openWhenBack, 10_000 + Math.random() * 10_000);
}
