import { scopes } from "@hearth/exchange/wire";
import type { FastifyInstance } from "fastify";
import type { Provider } from "oidc-provider";
import { z } from "zod";
import { demoCredentials } from "./credentials.ts";
import { escapeHtml, formSecurity, renderWindow } from "./html.ts";
import { consentPath } from "./oauth-server.ts";

const scopeTexts: Record<(typeof scopes)[number], string> = {
  "wallet:user:read": "See who you are",
  "wallet:user:email": "See your email address",
  "wallet:accounts:read": "See your accounts",
  "wallet:addresses:read": "See your receiving addresses",
  "wallet:addresses:create": "Make a receiving address",
  "wallet:payment-methods:read": "See your payment methods",
  offline_access: "Stay connected",
};

const list = z.union([z.string(), z.array(z.string())]).optional();
const answerInput = z.looseObject({
  email: z.string().trim().toLowerCase().max(200).default(""),
  scope: list.transform((given) => (given === undefined ? [] : [given].flat())),
  answer: z.enum(["allow", "deny"]),
});

/** Adds the window where a person signs in at the exchange and grants Hearth all, some or none of the scopes. */
export function addConsent(app: FastifyInstance, provider: Provider): void {
  app.get(`${consentPath}/:uid`, async (request, reply) => {
    await provider.interactionDetails(request.raw, reply.raw);
    const title = "Connect your account";
    return reply.type("text/html; charset=utf-8").header("content-security-policy", formSecurity).send(renderWindow(title, consentForm()));
  });
  app.post(`${consentPath}/:uid`, async (request, reply) => {
    const { email, scope, answer } = answerInput.parse(request.body);
    const next = async (result: Parameters<Provider["interactionResult"]>[2]) =>
      reply.header("content-security-policy", formSecurity).redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
    if (answer === "deny") return next({ error: "access_denied", error_description: "The person said no" });
    if (!email.includes("@")) throw new RangeError("Please give an email address.");
    const grant = new provider.Grant({ accountId: email, clientId: demoCredentials.clientId });
    grant.addOIDCScope(scope.join(" "));
    grant.rejectOIDCScope(scopes.filter((asked) => !scope.includes(asked)).join(" "));
    return next({ login: { accountId: email, remember: false }, consent: { grantId: await grant.save() } });
  });
}

function consentForm(): string {
  const boxes = scopes.map(
    (scope) =>
      `<label class="check"><input type="checkbox" name="scope" value="${scope}" checked> ${escapeHtml(scopeTexts[scope])}</label>`,
  );
  return `<p>Hearth asks for a look at your account. This is the simulator: any email address has one.</p>
<form method="post">
<label class="wide">Email <input name="email" type="email" value="maya@example.com" autocomplete="off"></label>
<fieldset><legend>Hearth may</legend>${boxes.join("")}</fieldset>
<p class="buttons"><button class="primary" name="answer" value="allow">Allow</button>
<button name="answer" value="deny" formnovalidate>Cancel</button></p>
</form>`;
}
