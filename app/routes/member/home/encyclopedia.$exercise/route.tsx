import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { exerciseEntryPage } from '#app/domain/overview/training/exercise-entry-page.server.ts'
import { partsOf } from '#app/domain/training/contraindications.ts'
import { inWords, wordFor } from '#app/domain/training/exercise-vocabulary.ts'
import { logTypeWords } from '#app/domain/training/log-type.ts'
import { notFound, viewStudio } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { WhoForm } from '#app/ui/family/who-form.tsx'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { Drawing, DrawingParts } from '#app/ui/training/body-map.tsx'
import { ExerciseCards } from '#app/ui/training/exercise-cards.tsx'
import { ExercisePhoto } from '#app/ui/training/exercise-photo.tsx'
import { clockTime, dayShort, dayTime } from '#app/values/wording.ts'
import { Credit } from './credit.tsx'
import { Chain, NextClasses, Points, Steps, Works } from './how-it-is-done.tsx'
import { inLanguage } from './in-language.server.ts'
import { OtherLanguages } from './other-languages.tsx'
import { OwnLog } from './own-log.tsx'
import { Videos } from './videos.tsx'

export const handle = {
  styles: [
    'exercise',
    'exercise-figure',
    'encyclopedia',
    'back-link',
    'tag',
    'lines',
    'alert',
    'picture',
    'print',
    'video',
  ],
} satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data?.exercise.name ?? 'Exercise', { matches })

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await viewStudio(context)
  const page = await exerciseEntryPage(ctx, viewer, params.exercise ?? '')
  if (!page) throw notFound()
  if (page.mergedInto !== null) throw redirect(paths.exercise(ctx.studio, page.mergedInto), 301)
  const { classes, teaching, exercise: written, ...shown } = page
  const { slug, locale } = ctx.studio
  const { exercise, ...words } = inLanguage(app, ctx.studio, viewer !== null, written)
  return {
    studio: { slug },
    ...shown,
    exercise,
    ...words,
    classes: classes.map(({ id, title, localStart }) => ({
      id,
      title,
      when: dayTime(localStart, locale),
    })),
    teaching: teaching.map(({ localStart, ...one }) => ({
      ...one,
      time: clockTime(localStart, locale),
      day: dayShort(localStart.slice(0, 10), locale),
    })),
  }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

export default function ExerciseEntry() {
  const data = useLoaderData<typeof loader>()
  const { studio, exercise, similar, previous, next } = data
  return (
    <Main>
      <BackLink to={paths.encyclopedia(studio)}>Encyclopedia</BackLink>
      {exercise.state !== 'published' && (
        <p className="alert">
          <Icon name="lock" />
          <span>
            <b>Members can’t see this.</b>{' '}
            <small>{exercise.state === 'draft' ? 'It is a draft.' : 'It is hidden.'}</small>
          </span>
        </p>
      )}
      {data.warnings.length > 0 && (
        <p className="alert">
          <Icon name="warning" />
          <span>
            <b>This may not suit an injury your coaches have noted.</b>{' '}
            <small>
              {data.warnings
                .map((line) => {
                  const { who, instead } = partsOf(line)
                  return instead ? `${who}: ${instead}` : who
                })
                .join('; ')}
              . Ask your coach before you try it.
            </small>
          </span>
        </p>
      )}
      <div className="two">
        <Pictures {...data} />
        <Facts {...data} />
        <OwnLog studio={studio} own={data.own} />
        <NextClasses studio={studio} classes={data.teaching} />
        <Videos studio={studio} videos={data.videos} />
        <Steps steps={exercise.instructions} lang={data.language} />
        <div className="stack wide-gap">
          <Points id="faults" title="Common mistakes" points={exercise.faults} />
          <Points id="cues" title="Think of" points={exercise.cues} lang={data.language} />
          <Points id="not-for" title="Not for" points={exercise.contraindications} />
          <Points
            id="more"
            title="More"
            points={Object.entries(exercise.custom).map(([name, value]) => `${name}: ${value}`)}
          />
          <Works primary={exercise.primaryMuscles} secondary={exercise.secondaryMuscles} />
          <Credit {...data} />
        </div>
      </div>
      <Chain studio={studio} name={exercise.name} chain={data.chain} />
      {similar.length > 0 && (
        <section className="stack mid-gap" aria-labelledby="similar">
          <h2 id="similar">For the same muscles</h2>
          <ExerciseCards studio={studio} cards={similar} />
        </section>
      )}
      <nav className="around" aria-label="Previous and next exercise">
        {previous && (
          <a rel="prev" href={paths.exercise(studio, previous.id)}>
            <Icon name="back" />
            {previous.name}
          </a>
        )}
        {next && (
          <a rel="next" href={paths.exercise(studio, next.id)}>
            {next.name}
            <Icon name="next" />
          </a>
        )}
      </nav>
    </Main>
  )
}

function Pictures({ studio, exercise, photos }: Data) {
  if (photos.length === 0) {
    return (
      <figure className="stack">
        <DrawingParts muscles={exercise.primaryMuscles} />
        <div className="frames">
          <Drawing bodyPart={exercise.bodyPart} muscles={exercise.primaryMuscles} />
        </div>
      </figure>
    )
  }
  return (
    <figure className="stack">
      <div className="frames">
        {photos.slice(0, 3).map((photo) => (
          <ExercisePhoto
            key={photo.id}
            studio={studio}
            photo={photo}
            alt={photo.alt}
            sizes="(min-width: 48em) 22rem, 50vw"
            first
          />
        ))}
      </div>
      <figcaption>
        <span>{photos.length === 2 ? 'Start and finish' : ''}</span>
        <a href="#credit">Photo credit</a>
      </figcaption>
    </figure>
  )
}

function Facts(data: Data) {
  const { studio, exercise, favourite, classes } = data
  const { name, aliases, discipline, level, equipment, category, force, unilateral, logType } =
    exercise
  const facts = [
    discipline,
    level,
    equipment === 'other' ? '' : equipment,
    category,
    force,
    unilateral ? 'each side' : '',
  ].filter(Boolean)
  return (
    <div className="stack mid-gap">
      <h1 lang={data.language}>{name}</h1>
      <OtherLanguages studio={studio} exerciseId={exercise.id} languages={data.languages} />
      {aliases.length > 0 && <p className="soft">Also called {inWords(aliases)}.</p>}
      <p className="tags">
        {facts.map((fact) => (
          <span key={fact} className="tag">
            {wordFor(fact)}
          </span>
        ))}
      </p>
      <p className="soft">Logged as {logTypeWords[logType].toLowerCase()}.</p>
      {favourite !== null && exercise.state === 'published' && (
        <WhoForm method="post" action={paths.favourite(studio, exercise.id)} className="not-print">
          <HiddenFields values={{ keep: favourite ? '' : 'on' }} />
          <button type="submit" className="button">
            <Icon name="star" /> {favourite ? 'Remove from favourites' : 'Add to favourites'}
          </button>
        </WhoForm>
      )}
      {favourite !== null && (
        <p className="not-print">
          <a
            href={paths.messages(studio, {
              about: name,
              page: paths.exercise(studio, exercise.id),
            })}
          >
            Ask a coach about {name}
          </a>
        </p>
      )}
      {classes.length > 0 && data.teaching.length === 0 && (
        <p className="soft not-print">
          {discipline} classes this week:{' '}
          {classes.map(({ id, title, when }, i) => (
            <span key={id}>
              {i > 0 && ', '}
              <a href={paths.occurrence(studio, id)}>
                {title}, {when}
              </a>
            </span>
          ))}
          .
        </p>
      )}
    </div>
  )
}
