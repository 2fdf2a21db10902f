/** `npm run --silent keys`: the address and the two keys that supabase-js is given (contract 4). */
import { signProjectKey } from '#app/domain/identity/sessions/access-tokens.server.ts'
import { readConfiguration } from '../app/domain/identity/configuration.server.ts'
import { ensureDevVars } from './dev-vars.ts'

const { JWT_KEYS, JWT_SECRET } = process.env
const configuration = readConfiguration({
  ...ensureDevVars(),
  // As `npm start` has it: the environment goes over the file, and an empty JWT_KEYS leaves only
  // the shared secret.
  ...(JWT_KEYS === undefined ? {} : { JWT_KEYS }),
  ...(JWT_SECRET === undefined ? {} : { JWT_SECRET }),
})

console.log(
  JSON.stringify(
    {
      url: `http://127.0.0.1:${process.env.PORT || 8787}`,
      anon_key: await signProjectKey(configuration, 'anon'),
      service_role_key: await signProjectKey(configuration, 'service_role'),
    },
    null,
    2,
  ),
)
