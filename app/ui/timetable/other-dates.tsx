import type { ClassListing } from '#app/domain/timetable/class-listing.ts'
import type { Formats } from '#app/values/formats.ts'
import { ClassRow } from './class-row.tsx'

type Props = {
  title: string
  listings: readonly ClassListing[]
  studio: { slug: string }
  formats: Formats
  ownZone: string | null
}

/** Classes that can be booked instead, each with its day. Styles: `class-row`, `say`. */
export function OtherDates({ title, listings, studio, formats, ownZone }: Props) {
  if (listings.length === 0) return null
  return (
    <section className="stack" aria-labelledby="others">
      <h2 id="others">{title}</h2>
      <ol>
        {listings.map((listing) => (
          <ClassRow
            key={listing.id}
            listing={listing}
            studio={studio}
            formats={formats}
            ownZone={ownZone}
            dated
          />
        ))}
      </ol>
    </section>
  )
}
