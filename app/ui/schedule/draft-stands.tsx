import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Icon } from '../icon/icon.tsx'

/** Over the form of a class: the draft that waits to be published, which another would replace. */
export function DraftStands({ studio, words }: { studio: { slug: string }; words: string }) {
  return (
    <div className="notices">
      <div className="notice warn">
        <Icon name="warning" />
        <p>
          {words}. <Link to={paths.managePublish(studio)}>See all drafts</Link>
        </p>
      </div>
    </div>
  )
}
