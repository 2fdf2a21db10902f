import { aboutChild } from '#app/domain/bookings/availability/refusal-words.ts'
import { useChosen } from '../family/chosen.ts'
import { Icon } from '../icon/icon.tsx'
import type { Look } from './availability-look.ts'

const betweenSentences = /(?<=[.?])\s+(?=\p{Lu})/u

/**
 * What is said about a state, its first sentence strong where it is news. `more` wraps the
 * sentences that a narrow column may leave out. `refusal` is the code that forms and tests read.
 */
export function StateMessage(props: {
  text: string
  look: Look
  strong?: boolean
  refusal?: string
  more?: boolean
}) {
  const { look, strong = false, refusal, more = false } = props
  const child = useChosen()
  const text = child ? aboutChild(props.text, child.called) : props.text
  const sentences = text.split(betweenSentences)
  // "Full." alone tells too little.
  const leading = !strong && (sentences[0]?.length ?? 0) < 8 ? 2 : 1
  const first = sentences.slice(0, leading).join(' ')
  const rest = sentences.slice(leading).join(' ')
  return (
    <p className={look.tone ? `say ${look.tone}` : 'say'} data-refusal={refusal}>
      <Icon name={look.icon} />
      <span>
        {strong ? <b>{first}</b> : first}
        {rest && (more ? <span className="more"> {rest}</span> : ` ${rest}`)}
      </span>
    </p>
  )
}
