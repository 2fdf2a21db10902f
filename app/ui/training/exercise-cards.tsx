import { wordFor } from '#app/domain/training/exercise-vocabulary.ts'
import { paths } from '#app/paths.ts'
import { Drawing, DrawingParts } from './body-map.tsx'
import { ExercisePhoto, type ShownPhoto } from './exercise-photo.tsx'

type Card = {
  id: string
  name: string
  level: string
  equipment: string
  bodyPart: string
  muscles: readonly string[]
  photo: ShownPhoto | null
}

/**
 * Exercises as cards; a drawing is where there is no photo. Styles: `encyclopedia`,
 * `exercise-figure`, `picture`.
 */
export function ExerciseCards(props: {
  studio: { slug: string }
  cards: readonly Card[]
  eager?: number
  /** Rows without pictures. */
  plain?: boolean
}) {
  const { studio, cards, eager = 0, plain = false } = props
  if (plain)
    return (
      <ul className="cards plain">
        {cards.map((card) => (
          <li key={card.id}>
            <a href={paths.exercise(studio, card.id)}>
              <b>{card.name}</b>
              <small>{[factsOf(card), card.equipment].filter(Boolean).join(', ')}</small>
            </a>
          </li>
        ))}
      </ul>
    )
  return (
    <>
      <DrawingParts muscles={cards.filter((card) => !card.photo).flatMap((card) => card.muscles)} />
      <ul className="cards">
        {cards.map((card, i) => (
          <li key={card.id}>
            <a href={paths.exercise(studio, card.id)}>
              {card.photo ? (
                <ExercisePhoto
                  studio={studio}
                  photo={card.photo}
                  alt=""
                  sizes="(min-width: 48em) 11rem, 45vw"
                  first={i < eager}
                />
              ) : (
                <Drawing bodyPart={card.bodyPart} muscles={card.muscles} />
              )}
              <b>{card.name}</b>
              <small>{factsOf(card)}</small>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** `Lats, beginner` */
function factsOf({ muscles, level }: Card): string {
  const facts = [muscles[0] ? wordFor(muscles[0]) : '', level].filter(Boolean).join(', ')
  return facts && wordFor(facts)
}
