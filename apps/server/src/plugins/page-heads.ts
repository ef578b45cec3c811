/** A page's title and its description in one sentence, for search engines and link previews. */
export interface PageHead {
  title: string;
  description: string;
}

/** The data of the site that every page's head contains. */
export interface Site {
  publicOrigin: string;
  /** Null where the contact page shows no address. */
  contactEmail: string | null;
  /** Hash of the passkey wallet's page as this server serves it. Null where it serves none. */
  walletHash: string | null;
  /** Identifies the built web app. */
  build: string;
}

const hearth: PageHead = {
  title: "Hearth",
  description: "Pay rent and bills in USDC, straight into the merchant's own wallet, and keep the proof.",
};

/** The public pages by path. A journey test checks that the browser shows the same titles. */
export const publicHeads: ReadonlyMap<string, PageHead> = new Map(
  Object.entries({
    "": {
      title: "Rent and bills in USDC",
      description: "Send rent in USDC, straight to your landlord's wallet. You both get a receipt that anyone can check.",
    },
    about: {
      title: "About",
      description: "Hearth lets people pay rent and bills in USDC, straight into the wallet of the business they owe.",
    },
    "admin/login": { title: "Admin sign in", description: "The sign-in of those who run Hearth." },
    business: { title: "Business", description: "Take payments in USDC from customers who come back, into your own wallet." },
    careers: { title: "Careers", description: "Open positions at Hearth." },
    contact: { title: "Contact", description: "Who answers which question about a payment, and how to reach them." },
    docs: { title: "API", description: "Every call that programs can make to Hearth: what it takes, what it answers and what it refuses." },
    "this-device": { title: "Use this device", description: "Get a link by email that lets this device sign in." },
    "forgot-password": { title: "Forgot password", description: "Get a link by email that leads to a new password." },
    "fraud-protection": {
      title: "Fraud protection",
      description: "What Hearth checks for you, and the few things that only you can check.",
    },
    invitation: {
      title: "Your invitation",
      description: "You are invited to pay your rent through Hearth. Follow the invitation to pay it.",
    },
    "join-staff": { title: "Your invitation", description: "A business on Hearth invites you to work with it." },
    login: { title: "Sign in", description: "Sign in to pay what is due, and see where every payment stands." },
    "merchant/login": { title: "Merchant sign in", description: "Sign in to see what was paid, who paid it, and what is waiting." },
    "merchant/register": {
      title: "Create a merchant account",
      description: "Take rent and bills in USDC into your own wallet. Four short steps.",
    },
    merchants: { title: "Merchants", description: "Rent and bills arrive in your own wallet, each one matched to the person who sent it." },
    privacy: { title: "Privacy", description: "What Hearth keeps about you, who sees it, and what everyone can see anyway." },
    register: { title: "Sign up", description: "Make an account, choose your landlord, connect a wallet and pay the rent in USDC." },
    rent: { title: "Rent", description: "Pay your landlord in USDC, watch the money arrive, and keep a receipt that anyone can check." },
    resolutions: { title: "Resolutions", description: "What to do when you have paid and something is wrong." },
    security: { title: "Security", description: "How anyone can check the page of a passkey wallet, and where to report a weakness." },
    terms: { title: "Terms", description: "The terms of Hearth, in short." },
    verify: { title: "Check a record", description: "Check a rent record or a receipt against the chain, in your own browser." },
  }),
);

const bill: PageHead = { title: "Bill", description: "See the bill, and pay it in USDC." };

/**
 * Returns the head of the page at a path (without its first slash). Pages behind a link or a sign-in get a general head that reveals
 * nothing private.
 */
export function headOf(path: string): PageHead {
  return publicHeads.get(path) ?? (path.startsWith("bill/") ? bill : hearth);
}

/**
 * Inserts a page's title, description and card into the built HTML; the card's URLs are absolute. A public page's description is also put
 * into its body, to be readable before its scripts load.
 */
export function withHead(html: string, head: PageHead, { publicOrigin, contactEmail, walletHash, build }: Site): string {
  const { title, description } = head;
  const contents: [tag: string, content: string][] = [
    ['name="description"', description],
    ['property="og:title"', title],
    ['property="og:description"', description],
    ['property="og:image"', `${publicOrigin}/card.png`],
    ['name="contact"', contactEmail ?? ""],
    ['name="wallet-page"', walletHash ?? ""],
    ['name="build"', build],
    ['name="origin"', publicOrigin],
  ];
  const named = html.replace(
    /<title>[^<]*<\/title>/,
    () => `<title>${escapeText(title === hearth.title ? title : `${title} · Hearth`)}</title>`,
  );
  const opening = named.replace('<p class="about">', (start) => start + (head === hearth ? "" : escapeText(description)));
  return contents.reduce(
    (page, [tag, content]) => page.replace(new RegExp(`(<meta ${tag} content=")[^"]*`), (_, start: string) => start + escapeText(content)),
    opening,
  );
}

/** Escapes a text for use in HTML, in an element or a quoted attribute. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
