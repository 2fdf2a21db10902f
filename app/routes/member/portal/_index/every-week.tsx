import {
  everyWords,
  type StandingPlace,
  standingPlaceWords,
} from '#app/domain/bookings/standing-places/standing-place-words.ts'
import { paths } from '#app/paths.ts'

type Props = { places: readonly StandingPlace[]; studio: { slug: string }; locale: string }

/**
 * Classes that are booked every week: what the studio keeps, and what the person repeats. Styles:
 * `account`, `button`.
 */
export function EveryWeek({ places, studio, locale }: Props) {
  if (places.length === 0) return null
  return (
    <section className="stack" aria-labelledby="weekly">
      <h2 id="weekly">Every week</h2>
      <ul>
        {places.map((place) => (
          <li key={place.id} className="ruled">
            <div className="between">
              <p>
                <b>{everyWords(place, locale)}</b>
                <br />
                {place.title}, {place.coachName}
              </p>
              {place.kind === 'repeat' && (
                <form method="post" action={paths.endRepeat(studio, place.id)}>
                  <button type="submit" className="button">
                    End<span className="vh"> {everyWords(place, locale)}</span>
                  </button>
                </form>
              )}
            </div>
            <p className="soft">{standingPlaceWords(place, locale)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
