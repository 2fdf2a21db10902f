/** Letters of a grading: the invitation, another day, the result. */
import { paths } from '#app/paths.ts'
import { greeting } from '#app/values/text/greeting.ts'
import type { Letter } from './letter.ts'
import { composeLetter } from './letter-html.ts'

type GradingLetter = {
  studio: { name: string; slug: string }
  origin: string
  gradingId: string
  /** What the reader is called. */
  name: string
  /** The child it is about, where a guardian reads it. */
  child?: string
  level: string
  /** `Saturday 28 November, 14:00`. */
  when: string
  what:
    | { kind: 'invited'; fee: string; answerBy: string }
    | { kind: 'moved'; from: string }
    | { kind: 'result' }
    | { kind: 'refused'; fee: string }
}

/** One letter of a grading; a result is never in the mail, only where to read it. */
export function gradingLetter(letter: GradingLetter): Letter {
  const { studio, origin, gradingId, name, child, level, when, what } = letter
  const who = child ? `${child} is` : 'You are'
  const said = {
    invited: () => ({
      subject: `Invitation: grading for ${level}`,
      lines: [
        `${who} invited to the grading for ${level} on ${when}.`,
        what.kind === 'invited' && what.fee
          ? `It costs ${what.fee}. The fee is added to the account when you accept.`
          : 'It costs nothing.',
        what.kind === 'invited' ? `Please answer by ${what.answerBy}.` : '',
      ],
      label: 'Answer the invitation',
    }),
    moved: () => ({
      subject: `New day: grading for ${level}`,
      lines: [
        `The grading for ${level} is now on ${when}.`,
        what.kind === 'moved' ? `It was planned for ${what.from}.` : '',
        'If you can’t come then, withdraw on its page.',
      ],
      label: 'See the grading',
    }),
    result: () => ({
      subject: `Your result: grading for ${level}`,
      lines: [`The results of the grading for ${level} are out.`],
      label: 'See the result',
    }),
    refused: () => ({
      subject: `Grading for ${level}: no place this time`,
      lines: [
        `We can’t take ${child ?? 'you'} to the grading for ${level} on ${when}.`,
        what.kind === 'refused' && what.fee ? `You get ${what.fee} back.` : '',
        'Your coach tells you what comes next.',
      ],
      label: 'See the grading',
    }),
  }[what.kind]()
  return composeLetter({
    subject: said.subject,
    paragraphs: [greeting(name), ...said.lines.filter(Boolean)],
    action: { label: said.label, href: origin + paths.portalGrading(studio, gradingId) },
    foot: [
      `${studio.name} sends this because ${child ? 'someone you look after trains' : 'you train'} there.`,
    ],
  })
}
