/** A figure of 100 by 200 from the front and from the back, and where each muscle lies on it. */
import type { ReactElement } from 'react'
import type { Muscle } from '#app/domain/training/exercise-vocabulary.ts'

export type BodySide = 'front' | 'back'

/** The outline both sides share: limbs are strokes, so that joints are round. */
export function BodyOutline() {
  return (
    <>
      <path d="M50 4a11 12 0 1 0 0 24 11 12 0 0 0 0-24z" />
      <path d="M45 25h10v9H45z" />
      <path d="M31 37q19-8 38 0l-3 26-3 22 3 21H34l3-21-3-22z" />
      <path
        className="limb"
        d="M30 44 22 74l-7 32M70 44l8 30 7 32M41 106l-2 44-1 40M59 106l2 44 1 40"
      />
    </>
  )
}

const pair = (left: ReactElement, mirrored: ReactElement) => (
  <>
    {left}
    {mirrored}
  </>
)

/** Shapes of the muscles, each on the side it is seen from. */
export const muscleShapes: Record<Muscle, { side: BodySide; shape: ReactElement }> = {
  neck: { side: 'front', shape: <path d="M45 27h10v8H45z" /> },
  shoulders: {
    side: 'front',
    shape: pair(
      <ellipse cx="32" cy="42" rx="7" ry="6" />,
      <ellipse cx="68" cy="42" rx="7" ry="6" />,
    ),
  },
  chest: {
    side: 'front',
    shape: pair(
      <ellipse cx="43" cy="49" rx="7.5" ry="6.5" />,
      <ellipse cx="57" cy="49" rx="7.5" ry="6.5" />,
    ),
  },
  biceps: { side: 'front', shape: <path className="thin" d="m27 56-3.5 13M73 56l3.5 13" /> },
  forearms: {
    side: 'front',
    shape: <path className="thin" d="m20.5 82-3.5 15M79.5 82l3.5 15" />,
  },
  abdominals: {
    side: 'front',
    shape: <path d="M46 58h8q4 0 4 4v22q0 6-8 8-8-2-8-8V62q0-4 4-4z" />,
  },
  abductors: {
    side: 'front',
    shape: <path className="thin" d="m35.5 106-.5 14M64.5 106l.5 14" />,
  },
  adductors: { side: 'front', shape: <path className="thin" d="M46 112v18M54 112v18" /> },
  quadriceps: {
    side: 'front',
    shape: pair(
      <ellipse cx="40" cy="130" rx="6" ry="18" />,
      <ellipse cx="60" cy="130" rx="6" ry="18" />,
    ),
  },
  traps: { side: 'back', shape: <path d="m50 27 14 10-14 22-14-22z" /> },
  'middle back': { side: 'back', shape: <path d="M42 50h16l-3 22H45z" /> },
  lats: { side: 'back', shape: <path d="M35 52q6 6 9 26l-7 4-3-20zM65 52q-6 6-9 26l7 4 3-20z" /> },
  'lower back': { side: 'back', shape: <path d="M44 77h12l2 18H42z" /> },
  triceps: { side: 'back', shape: <path className="thin" d="m27 54-3.5 15M73 54l3.5 15" /> },
  glutes: {
    side: 'back',
    shape: pair(
      <ellipse cx="42.5" cy="107" rx="7.5" ry="8" />,
      <ellipse cx="57.5" cy="107" rx="7.5" ry="8" />,
    ),
  },
  hamstrings: {
    side: 'back',
    shape: pair(
      <ellipse cx="40" cy="136" rx="5.5" ry="15" />,
      <ellipse cx="60" cy="136" rx="5.5" ry="15" />,
    ),
  },
  calves: {
    side: 'back',
    shape: pair(
      <ellipse cx="38.5" cy="168" rx="4.8" ry="12" />,
      <ellipse cx="61.5" cy="168" rx="4.8" ry="12" />,
    ),
  },
}
