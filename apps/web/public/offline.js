// Returns what this browser knows without a server: transfers sent by its wallet that the server has not seen yet. Written by
// src/features/wallet/sent-transfers.ts.
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
  const day = { month: "short", day: "numeric", year: "numeric" };
  const at = new Date(sentAt).toLocaleString("en-US", { ...day, hour: "numeric", minute: "2-digit", timeZoneName: "short" });
  item.textContent = `You sent a payment on ${at}. Its transaction is ${txHash}; it counts as soon as it arrives.`;
  sent.append(item);
  sent.hidden = false;
}

document.getElementById("again").addEventListener("click", () => location.reload());

/** Reloads the page once the server answers. Does not try while the browser is offline. */
async function openWhenBack() {
  if (!navigator.onLine) return;
  const answer = await fetch("/health/live", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

// Also polls, because the network may have returned before the listener was added, or only the server was down. The random interval spreads
// the requests of all browsers.
// At its own URL this page replaces no other page, so there is nothing to reload.
if (location.pathname !== "/offline.html") {
  window.addEventListener("online", openWhenBack);
  setTimeout(openWhenBack, 1_000);
  setInterval(openWhenBack, 10_000 + Math.random() * 10_000);
}
