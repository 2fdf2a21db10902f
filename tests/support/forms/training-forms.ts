/** Forms of training: flows, levels, exercises, workouts, programs, gradings and coaching. */

import {
  beginSessionForm,
  checkInForm,
  entryForm,
  handOverForm,
  relationForm,
  replyForm,
} from '#app/domain/coaching/coaching-form.ts'
import {
  addItemsForm,
  blockForm as flowBlockForm,
  flowCommentForm,
  flowDetailsForm,
  flowEditForm,
  itemForm,
  newFlowForm,
  trackForm,
} from '#app/domain/flows/library/flow-forms.ts'
import { gradingForm, overrideForm, resultForm } from '#app/domain/grading/grading-form.ts'
import {
  assignForm,
  programForm,
  sessionForm,
  weekNoteForm,
} from '#app/domain/programs/program-forms.ts'
import { ladderForm, levelDetailsForm, setLevelsForm } from '#app/domain/progression/ladder-form.ts'
import { seriesTeachingForm } from '#app/domain/scheduling/series/series-teaching-form.ts'
import { assessClassForm, assessForm, skillForm } from '#app/domain/skills/skill-form.ts'
import {
  exerciseFields,
  linkForm,
  mergeForm,
  translationForm,
} from '#app/domain/training/exercise-fields.ts'
import { photoOrigin } from '#app/domain/training/photo-origin.ts'
import { newVideoForm, videoForm } from '#app/domain/videos/video-form.ts'
import { classWorkoutForm } from '#app/domain/workouts/classes/class-workout-form.ts'
import { publicationForm, workoutFields } from '#app/domain/workouts/library/workout-fields.ts'
import type { Entry } from './entry.ts'

export const trainingForms: readonly Entry[] = [
  ['class-workout', 'training/classes', classWorkoutForm],
  ['series-teaching', 'training/series', seriesTeachingForm],
  ['flow', 'flows/new', newFlowForm],
  ['flow', 'details', flowDetailsForm],
  ['item', 'training/flows', itemForm],
  ['add', 'training/flows', addItemsForm],
  ['block', 'training/flows', flowBlockForm],
  ['track', 'training/flows', trackForm],
  ['comment', 'training/flows', flowCommentForm],
  ['ladder', 'training/levels', ladderForm],
  ['ladder-level', 'training/levels', levelDetailsForm],
  ['levels', 'training/levels', setLevelsForm],
  ['exercise', 'exercises', exerciseFields],
  ['translation', 'translations', translationForm],
  ['workout', 'workouts', workoutFields],
  ['publication', 'publication', publicationForm],
  ['video', 'videos/new', newVideoForm],
  ['video', 'training/videos', videoForm],
  ['merge', 'merge', mergeForm],
  ['photos', 'exercises', photoOrigin],
  ['origin', 'import', photoOrigin],
  ['coaching', 'training/coaching', relationForm],
  ['entry', 'training/coaching', entryForm],
  ['check-in', 'training/coaching', checkInForm],
  ['reply-', 'training/coaching', replyForm],
  ['hand-over', 'training/coaching', handOverForm],
  ['begin-session', 'training/coaching', beginSessionForm],
  ['grading', 'training/grading', gradingForm('GBP')],
  ['override', 'training/grading', overrideForm],
  ['result', 'training/grading', resultForm],
  ['assign', 'training/programs', assignForm],
  ['week-note', 'training/programs', weekNoteForm],
  ['link', 'training/exercises', linkForm, 'add'],
  ['rename-', 'training/flows', flowEditForm, 'rename'],
  ['program', 'programs/new', programForm],
  ['session', 'training/programs', sessionForm],
  ['assess', 'training/skilltree', assessForm],
  ['sheet', 'training/skilltree/classes', assessClassForm],
  ['skill', 'training/skilltree', skillForm],
]
