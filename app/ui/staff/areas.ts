import { may, type Permission, type Role } from '#app/domain/scope/permissions.ts'
import { paths } from '#app/paths.ts'
import type { IconName } from '../icon/icon.tsx'

type StudioRef = { slug: string }

/** One page of an area: a tab, for who may see it. */
export type AreaTab = {
  name: string
  segment: string
  path: (studio: StudioRef) => string
  needs?: Permission
  /** Segments of pages that lie in it, though their addresses are beside it. */
  with?: readonly string[]
}

export type Area = { name: string; segment: string; icon: IconName; tabs: readonly AreaTab[] }

/** The rail's six areas and the tabs inside each, in the specification's order. */
export const areas: readonly Area[] = [
  {
    name: 'Members',
    segment: 'members',
    icon: 'members',
    tabs: [
      { name: 'Overview', segment: '', path: (s) => paths.managePeople(s) },
      {
        name: 'Leads',
        segment: 'leads',
        path: (s) => paths.manageLeads(s),
        needs: 'leads:read',
      },
      { name: 'Members', segment: 'members', path: (s) => paths.manageMembers(s) },
      {
        name: 'Past members',
        segment: 'past-members',
        path: (s) => paths.managePastMembers(s),
      },
    ],
  },
  {
    name: 'Sales',
    segment: 'sales',
    icon: 'receipt',
    tabs: [
      { name: 'Overview', segment: '', path: (s) => paths.manageSales(s), needs: 'insights:read' },
      {
        name: 'Funnels',
        segment: 'funnels',
        path: (s) => paths.manageFunnels(s),
        needs: 'offers:write',
      },
      {
        name: 'Insights',
        segment: 'insights',
        path: (s) => paths.manageInsights(s),
        needs: 'insights:read',
      },
      {
        name: 'Invoices',
        segment: 'invoices',
        path: (s) => paths.manageInvoices(s),
        needs: 'invoices:read',
        with: ['takings', 'accounts'],
      },
      {
        name: 'Marketing',
        segment: 'marketing',
        path: (s) => paths.manageMarketing(s),
        needs: 'campaigns:write',
      },
      {
        name: 'Memberships',
        segment: 'memberships',
        path: (s) => paths.managePlans(s),
        needs: 'invoices:read',
        with: ['coupons'],
      },
      {
        name: 'Packages',
        segment: 'packages',
        path: (s) => paths.managePackages(s),
        needs: 'invoices:read',
      },
      {
        name: 'Products',
        segment: 'products',
        path: (s) => paths.manageProducts(s),
        needs: 'invoices:read',
        with: ['gift-cards'],
      },
      {
        name: 'Retention',
        segment: 'retention',
        path: (s) => paths.manageRetention(s),
        needs: 'insights:read',
      },
      {
        name: 'Targets',
        segment: 'targets',
        path: (s) => paths.manageTargets(s),
        needs: 'insights:read',
      },
    ],
  },
  {
    name: 'Schedule',
    segment: 'schedule',
    icon: 'calendar',
    tabs: [
      { name: 'Calendar', segment: '', path: (s) => paths.manageSchedule(s) },
      {
        name: 'Appointments',
        segment: 'appointments',
        path: (s) => paths.manageAppointments(s),
      },
      { name: 'Classes', segment: 'classes', path: (s) => paths.manageClasses(s) },
      {
        name: 'Courses',
        segment: 'courses',
        path: (s) => paths.manageCourses(s, 'course'),
      },
      { name: 'Events', segment: 'events', path: (s) => paths.manageEvents(s) },
      { name: 'Policies', segment: 'policies', path: (s) => paths.managePolicies(s) },
      {
        name: 'Workshops',
        segment: 'workshops',
        path: (s) => paths.manageCourses(s, 'workshop'),
      },
    ],
  },
  {
    name: 'Studio',
    segment: 'studio',
    icon: 'home',
    tabs: [
      {
        name: 'Today',
        segment: '',
        path: paths.manageToday,
        with: ['day', 'find', 'my-bio', 'my-pay', 'my-work', 'rota'],
      },
      {
        name: 'Automation',
        segment: 'automation',
        path: (s) => paths.manageAutomations(s),
        needs: 'automations:write',
      },
      { name: 'Facilities', segment: 'facilities', path: paths.manageFacilities },
      {
        name: 'Files',
        segment: 'files',
        path: (s) => paths.manageFiles(s),
        needs: 'library:read',
      },
      {
        name: 'Messenger',
        segment: 'messenger',
        path: (s) => paths.manageMessenger(s),
        needs: 'messages:write',
      },
      { name: 'Reception', segment: 'reception', path: (s) => paths.manageReception(s) },
      {
        name: 'Reports',
        segment: 'reports',
        path: paths.manageReports,
        needs: 'insights:read',
      },
      { name: 'Staff', segment: 'staff', path: paths.manageStaff, needs: 'staff:write' },
    ],
  },
  {
    name: 'Training',
    segment: 'training',
    icon: 'training',
    tabs: [
      {
        name: 'Overview',
        segment: '',
        path: (s) => paths.manageTraining(s),
        with: ['classes', 'series'],
      },
      {
        name: 'Coaching',
        segment: 'coaching',
        path: (s) => paths.manageCoaching(s),
        needs: 'coaching:use',
      },
      {
        name: 'Exercises',
        segment: 'exercises',
        path: (s) => paths.manageExercises(s),
        with: ['videos'],
      },
      { name: 'Flows', segment: 'flows', path: (s) => paths.manageFlows(s) },
      {
        name: 'Grading',
        segment: 'grading',
        path: (s) => paths.manageGradings(s),
        needs: 'skills:assess',
      },
      {
        name: 'Levels',
        segment: 'levels',
        path: (s) => paths.manageLadders(s),
        needs: 'levels:write',
      },
      {
        name: 'Programs',
        segment: 'programs',
        path: (s) => paths.managePrograms(s),
      },
      {
        name: 'Skill tree',
        segment: 'skilltree',
        path: (s) => paths.manageSkills(s),
      },
      {
        name: 'Workouts',
        segment: 'workouts',
        path: (s) => paths.manageWorkouts(s),
      },
    ],
  },
  {
    name: 'Settings',
    segment: 'settings',
    icon: 'settings',
    tabs: [
      { name: 'Overview', segment: '', path: paths.manageSettings, needs: 'settings:write' },
      { name: 'App', segment: 'app', path: (s) => paths.manageApp(s), needs: 'settings:write' },
      {
        name: 'Banking',
        segment: 'banking',
        path: (s) => paths.manageBanking(s),
        needs: 'banking:write',
      },
      {
        name: 'Lead capture',
        segment: 'lead-capture',
        path: paths.manageLeadForms,
        needs: 'settings:write',
      },
      { name: 'Portal', segment: 'portal', path: paths.managePortal, needs: 'settings:write' },
      {
        name: 'Your plan',
        segment: 'your-plan',
        path: (s) => paths.manageYourPlan(s),
        needs: 'banking:write',
      },
    ],
  },
]

/**
 * The tabs of an area that are open to a role; `closed` are places that the studio does not use, such
 * as `schedule/courses`.
 */
export const openTabs = (area: Area, role: Role, closed: readonly string[]) =>
  area.tabs.filter(
    ({ needs, segment }) =>
      (!needs || may(role, needs)) && !closed.includes(`${area.segment}/${segment}`),
  )

/**
 * Where an area leads: to its overview, else to the tab that bears its name, else to its first one.
 */
export function firstTab(area: Area, role: Role, closed: readonly string[]): AreaTab | undefined {
  const tabs = openTabs(area, role, closed)
  return (
    tabs.find(({ segment }) => segment === '') ??
    tabs.find(({ segment }) => segment === area.segment) ??
    tabs[0]
  )
}

/**
 * The area and the tab that a path below `/{studio}/manage` lies in; a page below a tab lies in it.
 */
export function placeOf(pathname: string): { area: Area; tab: AreaTab | undefined } | null {
  const [, , , first = '', second = ''] = pathname.toLowerCase().split('/')
  const area = areas.find(({ segment }) => segment === first)
  if (!area) return null
  // A page beside the tabs, such as closures, lies in the area's first one.
  const tab =
    area.tabs.find((one) => one.segment === second || one.with?.includes(second ?? '')) ??
    area.tabs.find((one) => one.segment === '')
  return { area, tab }
}
