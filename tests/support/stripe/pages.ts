/** Pages of the stand-in, plain on purpose: nobody should take them for Stripe's. */

const shown = (text: unknown) =>
  String(text ?? '').replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (title: string, body: string) => `<!doctype html><html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shown(title)}</title>
<body style="font:16px/1.5 sans-serif;max-width:30rem;margin:2rem auto;padding:0 1rem">
<p><small>Stand-in for Stripe. No real money.</small></p><h1>${shown(title)}</h1>${body}`

export const overPage = () => page('This page is over', '<p>Go back to the studio.</p>')

export const connectPage = () =>
  page(
    'Connect a studio',
    '<p>Stripe would ask for the company, its bank account and an identity document.</p>' +
      '<form method="post"><button>Fill in everything and go on</button></form>',
  )

export function payPage(session: Record<string, unknown>, declined: boolean): string {
  const amount = (Number(session.amount_total) / 100).toFixed(2)
  const pays = session.mode !== 'setup'
  return page(
    pays ? `Pay ${amount} ${String(session.currency).toUpperCase()}` : 'Keep a card',
    `<p>${shown(session.what)}</p>${declined ? '<p role="alert">Your card was declined.</p>' : ''}
<form method="post"><p><label>Card number<br>
<input name="number" inputmode="numeric" autocomplete="cc-number" required></label></p>
<p><small>4242 4242 4242 4242 pays. 4000 0000 0000 9995 has no money.
4000 0000 0000 0341 pays now and not later.</small></p>
<button>${pays ? `Pay ${amount}` : 'Keep the card'}</button></form>
<p><a href="${shown(session.cancel_url)}">Back</a></p>`,
  )
}
