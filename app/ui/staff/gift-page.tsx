import type { ComponentProps } from 'react'
import { paths } from '#app/paths.ts'
import { BackLink } from '../layout/back-link.tsx'
import { Empty } from '../list/empty.tsx'
import { PageHead } from '../list/list-page.tsx'
import { GiftForm } from './gift-form.tsx'

type Gift = Pick<ComponentProps<typeof GiftForm>, 'answer' | 'rules' | 'offers' | 'values' | 'ends'>

/**
 * Giving someone something without a sale: `named` is what, as in "Give Ana a package", `kind`
 * what is chosen from.
 */
export function GiftPage(
  props: Gift & {
    studio: { slug: string }
    person: { id: string; name: string }
    named: string
    kind: string
  },
) {
  const { studio, person, named, kind, ...gift } = props
  const profile = paths.managePerson(studio, person.id)
  return (
    <>
      <BackLink to={profile}>{person.name}</BackLink>
      <PageHead title={`Add a ${named} for ${person.name}`} intro="No payment is recorded." />
      {gift.offers.length === 0 ? (
        <Empty
          icon="receipt"
          title={`No ${kind.toLowerCase()} is on sale`}
          text="Set one up first, then add it here."
        />
      ) : (
        <GiftForm {...gift} what={kind} button={`Add ${named}`} cancelPath={profile} />
      )}
    </>
  )
}
