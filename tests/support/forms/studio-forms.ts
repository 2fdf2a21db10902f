/** Forms of running the house: reception, tasks, staff and pay, files, messages and the day book. */

import { automationForm } from '#app/domain/automation/automation-fields.ts'
import {
  announcementForm,
  conversationActForm,
  replyForm,
  savedReplyForm,
} from '#app/domain/conversations/conversation-fields.ts'
import { closeIncidentForm, incidentForm, shiftNoteForm } from '#app/domain/day-book/day-forms.ts'
import {
  blockForm,
  equipmentForm,
  locationForm,
  roomForm,
} from '#app/domain/facilities/facility-forms.ts'
import { fileForm, folderForm, uploadForm } from '#app/domain/files/file-form.ts'
import { changeReportForm, saveReportForm } from '#app/domain/insights/reports/saved-report-form.ts'
import { deskAct, kioskForm } from '#app/domain/reception/reception-forms.ts'
import {
  extraLineForm,
  payRuleForm,
  paySettingsForm,
  taughtByForm,
} from '#app/domain/staff-pay/pay-form.ts'
import { bioForm } from '#app/domain/staffing/bio-form.ts'
import {
  qualificationForm,
  qualificationKindForm,
} from '#app/domain/staffing/qualification-form.ts'
import { shiftForm } from '#app/domain/staffing/rota/shift-form.ts'
import { decideForm, teachingHoursForm, timeOffForm } from '#app/domain/staffing/time-off-form.ts'
import { changeRoleForm, inviteStaffForm } from '#app/domain/studios/staff-fields.ts'
import { taskAct } from '#app/domain/tasks/task-form.ts'
import type { Entry } from './entry.ts'

export const studioForms: readonly Entry[] = [
  ['location', 'facilities', locationForm],
  ['give', 'studio/tasks', taskAct],
  ['block', 'facilities', blockForm],
  ['equipment', 'facilities', equipmentForm],
  ['room', 'facilities', roomForm],
  ['kiosk', 'kiosks', kioskForm],
  ['role', 'staff', changeRoleForm],
  ['invite', 'staff', inviteStaffForm],
  ['in-', 'reception', deskAct, 'check_in'],
  ['card-', 'reception', deskAct, 'check_in'],
  ['visit-', 'reception', deskAct, 'visit'],
  ['add-', 'reception', deskAct, 'walk_in'],
  ['reply', 'studio/messenger', replyForm],
  ['more', 'studio/messenger', conversationActForm],
  ['announce', 'messenger/announcements', announcementForm],
  ['saved', 'messenger/replies', savedReplyForm],
  ['automation', 'studio/automation', automationForm],
  ['note', 'studio/day', shiftNoteForm],
  ['incident', 'incidents/new', incidentForm],
  ['close', 'day/incidents', closeIncidentForm],
  ['file', 'files/new', uploadForm],
  ['about', 'studio/files', fileForm],
  ['folder', 'files/folders', folderForm],
  ['report', 'reports/save', saveReportForm],
  ['report', 'studio/reports', changeReportForm],
  ['rule', 'pay/rules', payRuleForm('GBP')],
  ['settings', 'pay/settings', paySettingsForm],
  ['line', 'staff/pay', extraLineForm('GBP')],
  ['taught', 'staff/pay', taughtByForm],
  ['kind', 'staff/qualifications', qualificationKindForm],
  ['hold', 'studio/staff', qualificationForm],
  ['shift', 'studio/rota', shiftForm],
  ['time-off', 'studio', timeOffForm],
  ['bio', 'studio', bioForm],
  ['hours', 'studio', teachingHoursForm],
  ['decide', 'staff/time-off', decideForm],
]
