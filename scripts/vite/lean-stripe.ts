import type { Plugin } from 'vite'
import { stripeParts } from '../../app/domain/payments/stripe/stripe-parts.ts'
import { noLines } from './syntax.ts'

const kept = new Set(stripeParts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)))

/**
 * Events without their content, which would be asked for one by one: ours come whole. And figures of
 * many places, which only the second version of the addresses has.
 */
const neverAsked = new Set(['StripeEventNotificationHandler', 'Decimal', 'V2Coercion'])

/**
 * Leaves out of the Worker what it never asks of Stripe: the client is made of a class for each of
 * the addresses there, which weighed 20 kB as they are sent. Each stays as a class without methods, and
 * what is a function there gives back what it is given.
 */
export const leanStripe: Plugin = {
  name: 'cadence:lean-stripe',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  transform(code, id) {
    const [, part] = /\/stripe\/esm\/(?:resources\/)?([^/.]+)[^?]*\.js$/.exec(id) ?? []
    const isPart = id.includes('/resources/') && part && !kept.has(part)
    if (!isPart && !neverAsked.has(part ?? '')) return null
    const stubs = [...code.matchAll(/^export (class|const) (\w+)/gm)].map(([, kind, name]) =>
      kind === 'class' ? `export class ${name} {}` : `export const ${name} = (given) => given`,
    )
    return { code: stubs.join('\n'), map: noLines }
  },
}
