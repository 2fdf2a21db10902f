/** Starts the stand-in for Stripe beside a local server, until it is stopped. */
import { startStripe, stripeVariables } from '../tests/support/stripe/stand-in.ts'

const port = Number(process.env.STRIPE_PORT || '12111')
const server = process.env.SITE_URL || 'http://127.0.0.1:8787'
const stripe = await startStripe(port)
stripe.webhookUrl = `${server}/webhooks/stripe`

const variables = Object.entries(stripeVariables(stripe))
  .map(([name, value]) => `${name}=${value}`)
  .join(' ')
console.log(`A stand-in for Stripe answers at ${stripe.url}. No real money. It tells ${server}.
Start the server with it:

  ${variables} npm start

Then connect a studio: Settings, Banking, as its owner.`)
