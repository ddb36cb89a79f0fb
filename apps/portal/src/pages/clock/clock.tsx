import { useState } from 'react';
import type { ClockChanged } from '#testcontrol/contract';
import { useClock } from '../../shell/use-clock';
import { Page } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { ResetSandbox } from '../sandbox/reset-sandbox';
import { AdvanceClock } from './advance';
import { ClockEvents } from './clock-events';
import { PresentTime } from './present-time';
import { SetClock } from './set-clock';

const POLL_MS = 5_000;

export default function ClockPage() {
  const clock = useClock(POLL_MS);
  const [change, setChange] = useState<ClockChanged>();
  return (
    <Page
      description={
        <>
          The time of this tenant’s orders, registrations and events. Rate limits, keys, webhook retries and logs use
          real time. <a href="/docs/lifecycle">About the clock</a>
        </>
      }
      actions={<ResetSandbox />}
    >
      <Loaded query={clock}>
        {data => (
          <>
            <PresentTime clock={data} readAt={clock.dataUpdatedAt} />
            <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
              <AdvanceClock onChanged={setChange} />
              <SetClock onChanged={setChange} />
            </div>
            {change && <ClockEvents change={change} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}
