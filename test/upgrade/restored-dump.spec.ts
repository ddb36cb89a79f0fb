import { eventually } from '../support/eventually.js';
import { RECEIVERS, UpgradedService, WAITING } from './upgraded-service.js';

let service: UpgradedService;

beforeAll(async () => {
  service = await UpgradedService.start({ isRestored: true });
});

describe('upgrade of a dump of the previous release, restored in another server', () => {
  it.each(RECEIVERS)('delivers every waiting event to the receiver %s once, with its id', async name => {
    await service.expectReceived(name, WAITING[name]);
  });

  it('delivers registrations and returns them from GET /events', async () => {
    const demo = service.clientOf('demo');
    const { body } = await demo.follow();
    await demo.register('restored.com');
    await eventually(async () => {
      const page = await demo.follow({ after: body.data.next, wait: 0 });
      const events = page.body.data.events as { id: string; data: { domain: string } }[];
      expect(events.map(({ data }) => data.domain)).toEqual(['restored.com']);
      service.previous.events['restored.com'] = events[0]!.id;
    });
    await service.expectReceived('steady', [...WAITING.steady, 'restored.com']);
  });
});
