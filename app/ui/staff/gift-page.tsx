import { Link } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { paths } from '#app/paths.ts'
import { Icon } from '../icon/icon.tsx'
import { Empty } from '../list/empty.tsx'
import { PageHead } from '../list/list-page.tsx'
import { GiftForm } from './gift-form.tsx'

type Gift = Pick<ComponentProps<typeof GiftForm>, 'answer' | 'rules' | 'offers' | 'values' | 'ends'>

/**
 * Giving somebody something without a sale: `named` is what, as in "Give Ana a package", `kind`
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
      <Link className="back" to={profile}>
        <Icon name="back" /> {person.name}
      </Link>
      <PageHead
        title={`Give ${person.name} a ${named}`}
        intro="Without a sale: no payment is recorded."
      />
      {gift.offers.length === 0 ? (
        <Empty
          icon="receipt"
          title={`No ${kind.toLowerCase()} is on sale`}
          text="Set one up first; then it can be given here."
        />
      ) : (
        <GiftForm {...gift} what={kind} button={`Give ${named}`} cancelPath={profile} />
      )}
    </>
  )
}
