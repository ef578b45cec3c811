/** A person's choices in the exchange's window. */
export interface ConsentAnswer {
  email: string;
  /** Ticked scopes. Default: all of them; an empty list refuses every scope. */
  scopes?: string[];
  deny?: boolean;
  /** The browser's cookies, if it has visited before. */
  cookies?: Map<string, string>;
}

/** Walks through the exchange's window like a browser without scripts, and returns the URL that leads back to the product. */
export async function walkConsent(redirectUrl: string, answer: ConsentAnswer): Promise<URL> {
  const { cookies = new Map<string, string>() } = answer;
  const origin = new URL(redirectUrl).origin;
  let url = new URL(redirectUrl);
  let body: URLSearchParams | null = null;
  for (let step = 0; step < 10; step += 1) {
    const response: Response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(body !== null && { method: "POST", body }),
    });
    for (const cookie of response.headers.getSetCookie()) keepCookie(cookies, cookie);
    const location = response.headers.get("location");
    if (location === null) {
      if (response.status !== 200 || body !== null) throw new Error(`The exchange answered ${response.status}: ${await response.text()}`);
      body = formOf(await response.text(), answer);
      continue;
    }
    body = null;
    url = new URL(location, url);
    if (url.origin !== origin) return url;
  }
  throw new Error("The exchange never led back");
}

function keepCookie(cookies: Map<string, string>, header: string): void {
  const [pair = ""] = header.split(";");
  const at = pair.indexOf("=");
  cookies.set(pair.slice(0, at), pair.slice(at + 1));
}

function formOf(html: string, { email, scopes, deny = false }: ConsentAnswer): URLSearchParams {
  const offered = [...html.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope = ""]) => scope);
  const form = new URLSearchParams({ email, answer: deny ? "deny" : "allow" });
  for (const scope of scopes ?? offered) form.append("scope", scope);
  return form;
}
