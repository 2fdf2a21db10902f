import { inWords, isMuscle, type Muscle } from '#app/domain/training/exercise-vocabulary.ts'
import { BodyOutline, type BodySide, muscleShapes } from './body-shapes.tsx'

type Worked = { primary: readonly string[]; secondary: readonly string[] }

/**
 * Front and back with the worked muscles filled; the words beside it say the same. Style:
 * `exercise-figure`.
 */
export function BodyMap({ primary, secondary }: Worked) {
  const helping = secondary.length > 0 ? `. Helping: ${inWords(secondary)}` : ''
  const label = `Worked: ${inWords(primary)}${helping}`
  return (
    <svg className="body-map" viewBox="0 0 220 200" role="img" aria-label={label}>
      <Side side="front" primary={primary} secondary={secondary} />
      <g transform="translate(120)">
        <Side side="back" primary={primary} secondary={secondary} />
      </g>
    </svg>
  )
}

function Side({ side, primary, secondary }: Worked & { side: BodySide }) {
  const here = (names: readonly string[]) =>
    names.filter(isMuscle).filter((name) => muscleShapes[name].side === side)
  return (
    <>
      <BodyOutline />
      {here(secondary).map((name) => (
        <g key={name} className="helps">
          {muscleShapes[name].shape}
        </g>
      ))}
      {here(primary).map((name) => (
        <g key={name} className="works">
          {muscleShapes[name].shape}
        </g>
      ))}
    </>
  )
}

/** The part of the figure that shows a region at the proportion of a photo, 3 by 5. */
const frames: Record<string, string> = {
  arms: '2 12 96 160',
  back: '8 6 84 140',
  chest: '8 6 84 140',
  core: '8 30 84 140',
  legs: '5 58 90 150',
  shoulders: '8 -4 84 140',
}

/**
 * Stands for a photo that is not there: the figure from the side where the first muscle is seen,
 * with what works filled. The same exercise always has the same drawing. Needs `DrawingParts` once
 * on the page.
 */
export function Drawing({ bodyPart, muscles }: { bodyPart: string; muscles: readonly string[] }) {
  const known = muscles.filter(isMuscle)
  const side = known[0] ? muscleShapes[known[0]].side : 'front'
  return (
    <svg className="drawing" viewBox={frames[bodyPart] ?? '-5 10 110 183'} aria-hidden="true">
      <use href="#body" />
      {known
        .filter((name) => muscleShapes[name].side === side)
        .map((name) => (
          <use key={name} href={`#${partId(name)}`} className="works" />
        ))}
    </svg>
  )
}

const partId = (muscle: Muscle) => `m-${muscle.replace(' ', '-')}`

/** What the drawings of a page are put together from, each part once: those for these muscles. */
export function DrawingParts({ muscles }: { muscles: readonly string[] }) {
  return (
    <svg className="vh" width="0" height="0" aria-hidden="true">
      <defs>
        <g id="body">
          <BodyOutline />
        </g>
        {[...new Set(muscles)].filter(isMuscle).map((name) => (
          <g key={name} id={partId(name)}>
            {muscleShapes[name].shape}
          </g>
        ))}
      </defs>
    </svg>
  )
}
