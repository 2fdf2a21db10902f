import type { Plugin } from 'vite'
import { stripeParts } from '../../app/domain/payments/stripe/stripe-parts.ts'

const kept = new Set(stripeParts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)))

/** Events without their content, which would be asked for one by one: ours come whole. */
const notifications = 'StripeEventNotificationHandler'

/**
 * Leaves out of the Worker what it never asks of Stripe: the client is made of a class for each of
 * the addresses there, which weighed 20 kB as they are sent. Each stays as a class without methods.
 */
export const leanStripe: Plugin = {
  name: 'cadence:lean-stripe',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  transform(code, id) {
    const [, part] = /\/stripe\/esm\/(?:resources\/)?([^/.]+)[^?]*\.js$/.exec(id) ?? []
    const isPart = id.includes('/resources/') && part && !kept.has(part)
    if (!isPart && part !== notifications) return null
    const names = [...code.matchAll(/^export (?:class|const) (\w+)/gm)].map(([, name]) => name)
    return { code: names.map((name) => `export class ${name} {}`).join('\n'), map: null }
  },
}
