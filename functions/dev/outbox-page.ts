import { html, raw } from 'hono/html'
import type { OutboxMessage } from '#app/domain/messaging/outbox-queries.server.ts'

/** The page's own, for its policy. */
export const outboxStyles = `:root{color-scheme:light dark}
body{max-width:720px;margin:0 auto;padding:24px 16px;font:16px/1.5 system-ui,sans-serif}
h1{font-size:24px}
article{padding:16px 0;border-top:1px solid #8886}
h2{margin:0;font-size:18px}
.about,summary{font-size:14px;color:GrayText}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:12px 0}
details pre{font:13px/1.4 ui-monospace,monospace;max-height:320px;overflow:auto}`

/**
 * The outbox to read: each message's text with its links, and its html as source, because it is not
 * ours to run.
 */
export async function outboxPage(messages: OutboxMessage[]): Promise<string> {
  const listed =
    messages.length === 0
      ? html`<p>Nothing yet. Sign up or book a class, then come back.</p>`
      : messages.map(article)
  const page = await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Outbox</title><style>${raw(outboxStyles)}</style></head>
<body><main><h1>Outbox</h1>
<p>What this server sent or would have sent, newest first.
<a href="/dev/outbox.json">As JSON</a></p>
${listed}
</main></body></html>`
  return page.toString()
}

function article(message: OutboxMessage) {
  const when = new Date(message.createdAtMs).toISOString()
  const source = message.html
    ? html`<details><summary>The html as source</summary><pre>${message.html}</pre></details>`
    : ''
  return html`<article><h2>${message.subject || message.text}</h2>
<p class="about">${message.channel} to ${message.to}, ${when}</p>
<pre>${linked(message.text)}</pre>
${source}
</article>`
}

/** The text with its web addresses as links. */
function linked(text: string) {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, i) => (i % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))
}
