import { expect } from '@playwright/test';
import { parseWrittenTime, romeWallTime } from '@semaforo/contract/domain/rome-time';
import { shareTown, test } from '../harness/story.ts';
import { ConsoleFrame } from '../pages/console-frame.ts';
import { DashboardPage } from '../pages/dashboard-page.ts';
import { HistoryPage } from '../pages/history-page.ts';
import { ScheduleForm } from '../pages/schedule-form.ts';
import { ScheduledPage } from '../pages/scheduled-page.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MIN_MS = 60 * 1000;
const S_MS = 1000;

const town = shareTown({ signals: ['Piazza'] });

for (const timezoneId of ['Europe/Rome', 'America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Kiritimati']) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });

    test('the pages show days and hours of Rome', async ({ page, stage }) => {
      await stage.enter(town());
      const frame = new ConsoleFrame(page);
      const form = new ScheduleForm(page);
      const scheduled = new ScheduledPage(page);

      await test.step('the earliest day and hour to choose are Rome’s now', async () => {
        await form.opener.click();
        const around = [romeWallTime(Date.now() - 2 * S_MS)];
        const today = await form.day.getAttribute('min');
        await form.day.fill(today ?? '');
        await expect(form.time).toHaveAttribute('min', /^\d\d:\d\d$/);
        const minute = await form.time.getAttribute('min');
        around.push(romeWallTime(Date.now()));
        expect(around.map(({ date }) => date)).toContain(today);
        expect(around.map(({ time }) => time.slice(0, 5))).toContain(minute);
      });

      await test.step('an hour is planned as Rome’s', async () => {
        const { date } = romeWallTime(Date.now() + DAY_MS);
        await form.day.fill(date);
        await form.time.fill('06:30');
        await form.confirm.click();
        await expect(form.success).toBeVisible();
        const written = parseWrittenTime(`${date}T06:30`);
        const [schedule] = await town().api('listSchedules');
        expect({ kind: 'instant', instant: Date.parse(schedule?.execute_at ?? '') }).toEqual(written);
        await frame.goTo('Pianificazioni');
        const row = scheduled.row('VERDE').first();
        await expect(row).toContainText(date.split('-').reverse().join('/'));
        await expect(row).toContainText('06:30');
        await scheduled.from.fill(date);
        await scheduled.to.fill(date);
        await expect(row).toBeVisible();
        await town().api('deleteSchedule', { params: { id: String(schedule?.id) } });
        await expect(scheduled.noneActive).toBeVisible();
      });

      await test.step('dashboard and history show Rome’s hours', async () => {
        await frame.goTo('Dashboard');
        const dashboard = new DashboardPage(page);
        await dashboard.lightAll('giallo');
        await expect(dashboard.light('Piazza', 'Giallo acceso, confermato')).toBeVisible();
        await dashboard.lightAll('verde');
        await expect(dashboard.light('Piazza', 'Verde acceso, confermato')).toBeVisible();
        // The device goes on reporting: after its new lamp, the others off.
        await expect(async () => {
          const [status] = await town().api('listDeviceStatuses');
          await expect(dashboard.signal('Piazza')).toContainText(inRome(status?.updated_at), {
            timeout: 1000,
          });
        }).toPass();
        await frame.goTo('Storico Comandi');
        const [sent] = await town().api('listHistory');
        await expect(new HistoryPage(page).detail('VERDE').first()).toContainText(inRome(sent?.created_at));
      });
    });
  });
}

test('an hour that Rome skips or repeats is refused with a sentence that says so', async ({
  page,
  stage,
}) => {
  await stage.enter(town());
  const form = new ScheduleForm(page);
  await form.plan({ color: 'rosso', day: dayOfHour('nonexistent'), time: '02:30' });
  await expect(form.failure).toContainText(/non esiste/i);
  await form.day.fill(dayOfHour('ambiguous'));
  await form.confirm.click();
  await expect(form.failure).toContainText(/due volte/i);
  expect((await town().api('listSchedules')).filter(({ executed }) => !executed)).toEqual([]);
});

test('a browser whose clock is wrong plans and shows times by the clock of the server', async ({
  page,
  stage,
}) => {
  await page.clock.install({ time: Date.now() + 3 * DAY_MS });
  await stage.enter(town());
  const dashboard = new DashboardPage(page);
  await expect(dashboard.overview).toContainText('Connesso');
  town().device('Piazza').show('arancio');
  await expect(dashboard.signal('Piazza')).toContainText(/\d+ (s|min) fa/);
  const form = new ScheduleForm(page);
  const { date, time } = romeWallTime(Date.now() + 5 * MIN_MS);
  await form.plan({ color: 'verde', day: date, time: time.slice(0, 5) });
  await expect(form.success).toBeVisible();
});

/** The next day on which Rome has no 02:30, or two. */
function dayOfHour(kind: 'nonexistent' | 'ambiguous'): string {
  // From noon: near midnight a step of 24 hours leaps over the day on which the clock changes.
  const noon = Date.parse(`${romeWallTime(Date.now()).date}T12:00Z`);
  for (let days = 1; days <= 366; days += 1) {
    const { date } = romeWallTime(noon + days * DAY_MS);
    if (parseWrittenTime(`${date}T02:30`).kind === kind) return date;
  }
  throw new Error(`no 02:30 is ${kind} within a year`);
}

/** A date and time as the console shows it: '20/11/2026, 03:13:58'. */
function inRome(instant: string | null | undefined): string {
  const { date, time } = romeWallTime(Date.parse(instant ?? ''));
  return `${date.split('-').reverse().join('/')}, ${time}`;
}
