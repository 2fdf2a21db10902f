import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { wayAsked, wayWords } from '#app/domain/flows/plan/flow-level.ts'
import { stepsOf, totalSeconds } from '#app/domain/flows/plan/flow-plan.ts'
import { lengthWords, stepSideWords, timerWords } from '#app/domain/flows/plan/flow-words.ts'
import { insteadOf } from '#app/domain/flows/roster/roster-marks.ts'
import { taughtFlowPage } from '#app/domain/overview/training/flow-page.server.ts'
import { accountKey } from '#app/http/device/account-key.server.ts'
import { teachScript } from '#app/http/device/own-script.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { useOwnScripts } from '#app/ui/own-inline.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { clockTime } from '#app/values/wording.ts'

export const handle = { styles: ['teach'] } satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `Teach ${data.title}` : 'Teach', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'training:read')
  const flowId = params.flow ?? ''
  const occurrenceId = (app.url.searchParams.get('class') ?? '').slice(0, 40)
  const way = wayAsked(app.url.searchParams.get('way'))
  const asked = { flowId, occurrenceId, way }
  const page = await taughtFlowPage(ctx, { actor: ctx.actor, viewer }, asked)
  if (!page) throw notFound()
  const { plan } = page
  const marks = new Map(page.marks.map((one) => [one.itemId, one]))
  const tracks = new Map(plan.tracks.map(({ id, title }) => [id, title]))
  const here = page.class ? { class: page.class.id } : {}
  const shown = way === 'planned' ? here : { ...here, way }
  const steps = stepsOf(plan)
  return {
    studio: { slug: ctx.studio.slug },
    id: flowId,
    title: plan.about.title,
    account: await accountKey(ctx.actor.userId),
    script: teachScript,
    path: paths.manageFlowView(ctx.studio, flowId, 'teach', shown),
    back: paths.manageFlow(ctx.studio, flowId, here),
    store: [flowId, page.class?.id ?? '', ...(way === 'planned' ? [] : [way])].join(':'),
    class: [
      page.class && `${clockTime(page.class.localStart, ctx.studio.locale)} ${page.class.title}`,
      way !== 'planned' && wayWords[way],
    ]
      .filter(Boolean)
      .join(', '),
    whole: totalSeconds(plan),
    steps: steps.map(({ item, block, side, from, seconds }, i) => {
      const mark = marks.get(item.id)
      const side_ = stepSideWords[side]
      return {
        key: `${item.id}-${side}-${i}`,
        block,
        seconds,
        from,
        name: item.name,
        side: side_,
        cue: item.cue,
        transition: item.transition,
        easier: item.easier,
        harder: item.harder,
        starts: timerWords(from),
        length: lengthWords(seconds),
        label: side_ ? `${item.name}, ${side_.toLowerCase()}` : item.name,
        music: tracks.get(item.trackId) ?? '',
        watch: mark
          ? insteadOf([item], [mark]).map(({ who, kind, what }) => ({
              who,
              kind,
              what: what.split(', for ')[0] ?? what,
            }))
          : [],
      }
    }),
  }
}

const markIcons = { injury: 'plaster', level: 'lock', first: 'sprout' } as const
/** The strip of steps, in its own units. */
const strip = { wide: 358, gap: 3 }

export default function Teach() {
  useOwnScripts()
  const data = useLoaderData<typeof loader>()
  const { title, steps, account, store, path, back, script } = data
  return (
    <main id="main" className="teach" data-account={account} data-store={store} data-urls={path}>
      <header>
        <a href={back} aria-label="Close and return to the flow">
          <Icon name="cross" />
        </a>
        <p>
          <b>{title}</b>
          <span>
            {data.class} <span data-part="place">{lengthWords(data.whole)}</span>
          </span>
        </p>
      </header>
      {steps.length === 0 ? (
        <p className="cue">Nothing is planned yet. Add items to the flow first.</p>
      ) : (
        <>
          <Strip steps={steps} whole={data.whole} />
          <p className="clock" role="timer" data-part="clock" />
          <ol className="teach-steps">
            {steps.map((step) => (
              <li
                key={step.key}
                className="step"
                data-seconds={step.seconds}
                data-name={step.label}
                data-length={step.length}
              >
                <StepWords {...step} />
              </li>
            ))}
          </ol>
          <div className="teach-foot">
            <p className="next">
              <span>
                Next <b data-part="next" />
              </span>
              <span data-part="next-length" />
            </p>
            <div className="keys">
              <button className="button" type="button" data-part="back" aria-label="Previous item">
                <Icon name="back" />
              </button>
              <button
                className="button"
                type="button"
                data-part="pause"
                data-running="false"
                aria-label="Start"
              >
                <Icon name="play" />
                <Icon name="pause" />
              </button>
              <button className="button primary" type="button" data-part="forward">
                Next <Icon name="next" />
              </button>
            </div>
            <p className="saved" data-part="saved" hidden>
              <Icon name="check" /> Saved on this phone until you sign out. Works offline
            </p>
            <p className="saved" data-part="not-saved" hidden>
              Not saved on this phone: keep a connection
            </p>
          </div>
        </>
      )}
      <script type="module" src={script} />
    </main>
  )
}

type Step = ReturnType<typeof useLoaderData<typeof loader>>['steps'][number]

function StepWords(step: Step) {
  const more = [
    step.transition && `From ${step.transition}`,
    step.easier && `Easier: ${step.easier}`,
    step.harder && `Harder: ${step.harder}`,
    step.music && `Music: ${step.music}`,
  ].filter(Boolean)
  return (
    <>
      <p className="when">
        {step.block}, from {step.starts}, {step.length}
      </p>
      <h2>{step.name}</h2>
      {step.side && <p className="side-now">{step.side}</p>}
      {step.cue && <p className="cue">{step.cue}</p>}
      {step.watch.length > 0 && (
        <ul className="watch" aria-label="In this class instead">
          {step.watch.map(({ who, what, kind }) => (
            <li key={`${who} ${what}`} className={kind}>
              <Icon name={markIcons[kind]} /> <span>{`${who}: ${what}`}</span>
            </li>
          ))}
        </ul>
      )}
      {more.map((line) => (
        <p key={String(line)} className="more">
          {line}
        </p>
      ))}
    </>
  )
}

function Strip({ steps, whole }: { steps: readonly Step[]; whole: number }) {
  return (
    <svg
      className="run"
      viewBox={`0 0 ${strip.wide} 18`}
      role="img"
      aria-label="Steps of the class"
    >
      {steps.map(({ key, from, seconds }) => (
        <rect
          key={key}
          className="left"
          x={((from / whole) * strip.wide).toFixed(1)}
          y="4"
          width={Math.max(1.5, (seconds / whole) * strip.wide - strip.gap).toFixed(1)}
          height="8"
          rx="3"
        />
      ))}
    </svg>
  )
}
