import type { Entitlement } from '#app/domain/entitlements/choose-entitlement.ts'
import { mostChoices } from './pay-choices.tsx'

function Pays({ kind, name }: Pick<Entitlement, 'kind' | 'name'>) {
  switch (kind) {
    case 'make_up':
      return (
        <>
          <b>{name}</b> is used. The place is yours.
        </>
      )
    case 'lot':
      return (
        <>
          <b>1 credit</b> from {name}. The place is yours.
        </>
      )
    default:
      return (
        <>
          <b>{name}</b> covers it. The place is yours.
        </>
      )
  }
}

/**
 * Names what the chosen one takes. Each choice has its own words, and the style sheet shows those
 * of the checked one.
 */
export function WhatIsTaken({ choices }: { choices: readonly Entitlement[] }) {
  const shown = choices.slice(0, mostChoices)
  return (
    <>
      {shown.map(({ id, kind, name }, i) => (
        <span key={id} className={shown.length > 1 ? `if p${i}` : undefined}>
          <Pays kind={kind} name={name} />
        </span>
      ))}
    </>
  )
}

/** Words that differ between credits and memberships; both are written where both can be chosen. */
export function ByKind(props: {
  choices: readonly Entitlement[]
  say: (kind: Entitlement['kind']) => string
  strong?: boolean
}) {
  const { choices, say, strong = false } = props
  const kinds = [...new Set(choices.map(({ kind }) => kind))]
  const words = (kind: Entitlement['kind']) => (strong ? <b>{say(kind)}</b> : say(kind))
  if (kinds.length === 1 || kinds.every((kind) => say(kind) === say(kinds[0]!)))
    return words(kinds[0]!)
  return (
    <>
      {kinds.map((kind) => (
        <span key={kind} className={`if ${kind}`}>
          {words(kind)}
        </span>
      ))}
    </>
  )
}
