/** `npm run --silent new-secret -- JWT_KEYS`: prints a fresh value, to be handed to Cloudflare. */
import { freshSecret, madeHere } from './deployment/secrets.ts'

const name = process.argv[2] ?? ''
const value = freshSecret(name)
if (value === null) {
  console.error(`Name one of ${madeHere.join(', ')}: npm run --silent new-secret -- JWT_KEYS`)
  process.exit(1)
}
console.log(value)
