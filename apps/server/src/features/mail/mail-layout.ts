import type { Words } from "@hearth/domain/notifications/wording";
import { unlinked } from "@hearth/domain/text";

/** The data of a mail's frame, besides its words. */
export interface MailFrame {
  /** The name in the greeting. */
  firstName: string;
  /** False for a recipient without an account. The mail then explains why they get it. */
  hasAccount: boolean;
  publicOrigin: string;
  /** The address to unsubscribe from mails of this group; null where that is not possible. */
  unsubscribeUrl: string | null;
}

export interface WrittenMail {
  subject: string;
  text: string;
  html: string;
}

/** The web app's colours in hex, which every mail program supports. */
const colors = { paper: "#eff4ee", raised: "#fafcf9", ink: "#0e261e", onInk: "#f9fdfa", muted: "#485a52", line: "#cfd9d1" };
const dark = { paper: "#101714", raised: "#18201c", ink: "#eaefe6", onInk: "#0a1712", muted: "#a8b1a8", line: "#2e3934" };

/** The dark theme, for mail programs that read a style sheet. The others show the light colours, which stand on each element. */
const darkStyles = `@media (prefers-color-scheme: dark){.paper{background:${dark.paper}!important;color:${dark.ink}!important}.sheet{background:${dark.raised}!important;border-color:${dark.line}!important}.muted{color:${dark.muted}!important}.line{border-color:${dark.line}!important}.button{background:${dark.ink}!important;color:${dark.onInk}!important}}`;
const slab = "'Hepta Slab', Rockwell, Georgia, serif";
const sans = "'Hanken Grotesk', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/**
 * Writes a mail as plain text and as HTML with the same words. The HTML loads no external content. `token` is inserted into the action's
 * link. Web addresses in the words are broken, because people's texts are among them; the only links are Hearth's own.
 */
export function writeMail(content: Words, frame: MailFrame, token: string | null): WrittenMail {
  const link = content.action === undefined ? null : `${frame.publicOrigin}${content.action.path.replace("{token}", token ?? "")}`;
  const [safeContent, safeFrame] = [withoutLinks(content), { ...frame, firstName: unlinked(frame.firstName) }];
  return { subject: content.title, text: writeText(safeContent, safeFrame, link), html: writeHtml(safeContent, safeFrame, link) };
}

function withoutLinks({ title, text: [first, ...others], facts = [], sender, ...rest }: Words): Words {
  return {
    ...rest,
    ...(sender !== undefined && { sender: unlinked(sender) }),
    title: unlinked(title),
    text: [unlinked(first), ...others.map(unlinked)],
    facts: facts.map(({ label, value }) => ({ label, value: unlinked(value) })),
  };
}

const noSecrets = "No one at Hearth ever asks for your password or secret phrase.";

function whyOf({ isToStranger, sender = "someone" }: Words, { hasAccount }: MailFrame): string {
  const reason = isToStranger || !hasAccount ? `${sender} gave Hearth your address` : "it is about your Hearth account";
  return `You get this email because ${reason}. ${noSecrets}`;
}

function greetingOf({ isToStranger }: Words, firstName: string): string {
  return isToStranger ? "Hello," : `Hello ${firstName},`;
}

function writeText(content: Words, frame: MailFrame, link: string | null): string {
  const { firstName, publicOrigin, unsubscribeUrl } = frame;
  const { text, facts = [], action } = content;
  const parts = [
    greetingOf(content, firstName),
    ...text,
    facts.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    action === undefined || link === null ? "" : `${action.label}:\n${link}`,
    `-- \nHearth, ${publicOrigin}\n${whyOf(content, frame)}`,
    unsubscribeUrl === null ? "" : `No more emails like this one:\n${unsubscribeUrl}`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function writeHtml(content: Words, frame: MailFrame, link: string | null): string {
  const { firstName, publicOrigin, unsubscribeUrl } = frame;
  const { title, text, facts = [], action } = content;
  const paragraph = (sentence: string) => `<p style="margin:0 0 16px">${escapeHtml(sentence)}</p>`;
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td class="muted line" style="padding:8px 16px 8px 0;color:${colors.muted};border-top:1px solid ${colors.line};vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td><td class="line" style="padding:8px 0;border-top:1px solid ${colors.line};word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  const table =
    rows.length === 0
      ? ""
      : `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 24px">${rows.join("")}</table>`;
  const button =
    action === undefined || link === null
      ? ""
      : `<p style="margin:24px 0"><a class="button" href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;background:${colors.ink};color:${colors.onInk};text-decoration:none;border-radius:5px;font-weight:600">${escapeHtml(action.label)}</a></p>`;
  const goodbye =
    unsubscribeUrl === null
      ? ""
      : ` <a class="muted" href="${escapeHtml(unsubscribeUrl)}" style="color:${colors.muted}">No more emails like this one</a>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><style>${darkStyles}</style><title>${escapeHtml(title)}</title></head>
<body class="paper" style="margin:0;padding:0;background:${colors.paper};color:${colors.ink};font:400 16px/24px ${sans}">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" class="paper" style="background:${colors.paper}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" class="sheet" style="max-width:560px;background:${colors.raised};border:1px solid ${colors.line};border-radius:6px;text-align:left"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font:400 20px/24px ${slab}">Hearth</p>
<h1 style="margin:0 0 16px;font:300 26px/32px ${slab}">${escapeHtml(title)}</h1>
${paragraph(greetingOf(content, firstName))}
${text.map(paragraph).join("\n")}
${table}${button}
</td></tr></table>
<p class="muted" style="max-width:560px;margin:16px auto 0;font-size:13px;line-height:20px;color:${colors.muted}"><a class="muted" href="${escapeHtml(publicOrigin)}" style="color:${colors.muted}">${escapeHtml(publicOrigin)}</a><br>${escapeHtml(whyOf(content, frame))}${goodbye}</p>
</td></tr></table>
</body>
</html>
`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
