import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { escapeHtml } from "../exchange/html.ts";
import type { Mailbox, ReceivedMail } from "./mailbox.ts";

const listInput = z.strictObject({ to: z.string().max(320).optional() });
const mailInput = z.strictObject({ id: z.coerce.number().int() });
const attachmentInput = mailInput.extend({ place: z.coerce.number().int().min(0) });

const listSecurity =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; form-action 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Allows a mail any styles and links, but no scripts and no loading of resources. */
const mailSecurity =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

/** Adds everybody's mail as pages, and as JSON for programs. */
export function addMailbox(app: FastifyInstance, mailbox: Mailbox): void {
  app.get("/mails", async (request) => mailbox.list(listInput.parse(request.query).to).map(describe));
  app.get("/mailbox", async (request, reply) => {
    const { to } = listInput.parse(request.query);
    return reply.headers(pageHeaders(listSecurity)).send(listPage(mailbox.list(to === "" ? undefined : to), to ?? ""));
  });
  app.get("/mailbox/:id", async (request, reply) => {
    const mail = mailbox.find(mailInput.parse(request.params).id);
    return mail === null ? reply.callNotFound() : reply.headers(pageHeaders(listSecurity)).send(mailPage(mail));
  });
  app.get("/mailbox/:id/html", async (request, reply) => {
    const html = mailbox.find(mailInput.parse(request.params).id)?.html ?? null;
    return html === null ? reply.callNotFound() : reply.headers(pageHeaders(mailSecurity)).send(html);
  });
  app.get("/mailbox/:id/attachments/:place", async (request, reply) => {
    const { id, place } = attachmentInput.parse(request.params);
    const attachment = mailbox.find(id)?.attachments[place];
    if (!attachment) return reply.callNotFound();
    const name = attachment.fileName.replace(/[^\w.-]/g, "_");
    return reply
      .headers({ "content-disposition": `attachment; filename="${name}"` })
      .type(attachment.type)
      .send(attachment.content);
  });
}

function pageHeaders(policy: string) {
  return { "content-type": "text/html; charset=utf-8", "content-security-policy": policy };
}

function describe({ attachments, ...mail }: ReceivedMail) {
  return { ...mail, attachments: attachments.map(({ fileName, type, content }) => ({ fileName, type, bytes: content.length })) };
}

function frame(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

function listPage(mails: readonly ReceivedMail[], to: string): string {
  const rows = mails.map(
    ({ id, to: recipients, subject, receivedAt }) =>
      `<tr><td><a href="/mailbox/${id}">${escapeHtml(subject)}</a></td><td>${escapeHtml(recipients.join(", "))}</td><td class="num"><time datetime="${receivedAt}">${moment(receivedAt)}</time></td></tr>`,
  );
  const nothing = to === "" ? "No mail has come in this run." : `No mail has come for ${escapeHtml(to)}.`;
  return frame(
    "Mailbox",
    `<header><div><h1>Mailbox</h1><p class="lead">Every mail that was sent to anybody, the newest first. <a href="/">The outside world</a></p></div></header>
<section aria-labelledby="mails">
<h2 id="mails">Mails</h2>
<form class="filter" action="/mailbox"><label class="wide">Recipient <input name="to" type="search" value="${escapeHtml(to)}" autocomplete="off"></label><button>Show</button></form>
${
  rows.length === 0
    ? `<p>${nothing}</p>`
    : `<div class="scroll"><table><thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col" class="num">Came (UTC)</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`
}
</section>`,
  );
}

function mailPage({ id, subject, from, to, receivedAt, text, html, attachments }: ReceivedMail): string {
  const files = attachments.map(
    ({ fileName, content }, place) =>
      `<li><a href="/mailbox/${id}/attachments/${place}">${escapeHtml(fileName)}</a>, ${Math.ceil(content.length / 1024)} KiB</li>`,
  );
  return frame(
    subject,
    `<header><div><h1>${escapeHtml(subject)}</h1><p class="lead">From ${escapeHtml(from)} to ${escapeHtml(to.join(", "))}, ${moment(receivedAt)} UTC. <a href="/mailbox">Mailbox</a></p></div></header>
${html === null ? "" : `<section aria-labelledby="html"><h2 id="html">As it looks</h2><iframe class="mail" src="/mailbox/${id}/html" title="The mail"></iframe><p><a href="/mailbox/${id}/html">The mail alone</a></p></section>`}
<section aria-labelledby="text"><h2 id="text">As text</h2><pre class="mail">${linked(text)}</pre></section>
${files.length === 0 ? "" : `<section aria-labelledby="files"><h2 id="files">Attached</h2><ul>${files.join("")}</ul></section>`}`,
  );
}

function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<>&]+/g, (address) => `<a href="${address}">${address}</a>`);
}

function moment(at: string): string {
  return at.slice(0, 19).replace("T", " ");
}
