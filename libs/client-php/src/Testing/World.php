<?php

declare(strict_types=1);

namespace Nameyard\Testing;

use Nameyard\Client;
use Nameyard\Errors\WorldNotFoundError;
use Nameyard\Secret;
use Nameyard\Types\AddFaultRequestFault;
use Nameyard\Types\ClockChanged;
use Nameyard\Types\Distinct;
use Nameyard\Types\ExpectedDelivery;
use Nameyard\Types\ExpectedRequest;
use Nameyard\Types\FaultMatch;
use Nameyard\Types\FaultView;
use Nameyard\Types\ResetView;
use Nameyard\Types\RestoredView;
use Nameyard\Types\Verified;
use Nameyard\Types\WorldSnapshot;
use PHPUnit\Framework\Assert;

/** The sandbox of a test: a temporary tenant with a client. */
final class World
{
    /** It has all permissions of the sandbox. */
    public readonly Client $client;
    public readonly string $baseUrl;
    public readonly string $tenant;
    public readonly Secret $key;
    /** @internal */
    public readonly string $parentTenant;
    private readonly Client $parent;

    /** @var list<Receiver> */
    private array $receivers = [];

    /** @internal */
    public function __construct(Server $server, mixed ...$settings)
    {
        $this->parent = new Client($server->baseUrl, $server->tenant, $server->key);
        $this->parentTenant = $server->tenant;
        $created = $this->parent->control->worlds->create(...$settings);
        [$this->baseUrl, $this->tenant, $this->key] = [$server->baseUrl, $created->tenant, $created->key];
        $this->client = new Client($this->baseUrl, $this->tenant, $this->key);
    }

    /** Starts a receiver of all events, or of some types, and registers it. */
    public function receiver(string ...$types): Receiver
    {
        return $this->receivers[] = new Receiver($this->client, array_values($types));
    }

    /** Adds a rule that makes requests or deliveries fail on purpose. */
    public function fault(AddFaultRequestFault $fault, ?FaultMatch $match = null, ?int $times = null, ?int $skip = null): FaultView
    {
        return $this->client->control->faults->add($fault, $match, $times, $skip);
    }

    /** Moves the clock forward by an ISO 8601 duration such as P1Y. Everything that falls due has happened then. */
    public function advance(string $by): ClockChanged
    {
        return $this->client->control->clock->advance($by);
    }

    /** Fails with the nearest misses unless there were as many requests or deliveries as expected: `3`, `['min' => 1]`. */
    public function verify(
        ?ExpectedRequest $request = null,
        ?ExpectedDelivery $delivery = null,
        int|array|null $times = null,
        ?Distinct $distinct = null,
        ?\DateTimeImmutable $after = null,
        ?string $within = null,
        ?string $settle = null,
    ): Verified {
        $expected = compact('request', 'delivery', 'times', 'distinct', 'after', 'within', 'settle');
        $result = $this->client->control->journal->verify(...$expected);
        Assert::assertTrue($result->satisfied, Story::ofFailure($expected, $result));

        return $result;
    }

    /** Returns clock, orders, registrations and fault rules, for `restore`. */
    public function snapshot(): WorldSnapshot
    {
        return $this->client->control->world->get();
    }

    /** Replaces the content of the world by a snapshot. */
    public function restore(WorldSnapshot $snapshot): RestoredView
    {
        return $this->client->control->world->put($snapshot);
    }

    /** Removes the content of the world. */
    public function reset(): ResetView
    {
        return $this->client->control->world->reset();
    }

    /**
     * Tells what has happened in the world: requests, deliveries, and faults that did not fire. With NAMEYARD_URL, it ends
     * with a link to its page in the portal, which remains for 7 days after the end of the world.
     */
    public function story(): string
    {
        return Story::of($this);
    }

    /** Closes the receivers and removes the world. The end of the test calls it. */
    public function end(): void
    {
        foreach ($this->receivers as $receiver) {
            $receiver->close();
        }
        try {
            $this->parent->control->worlds->end($this->tenant);
        } catch (WorldNotFoundError) {
            // It has ended already.
        }
    }
}
