<?php

declare(strict_types=1);

namespace Nameyard\Tests;

use Nameyard\CallOptions;
use Nameyard\Errors\ApiKeyInvalidError;
use Nameyard\Events\DomainRegisteredEvent;
use Nameyard\Response;
use Nameyard\Testing\NameyardWorld;
use Nameyard\Testing\Server;
use Nameyard\Types\AddFaultRequestFault;
use Nameyard\Types\ExpectedDelivery;
use Nameyard\Types\ExpectedRequest;
use Nameyard\Types\FaultMatch;
use Nameyard\Types\OrderView;
use Nameyard\Types\Owner;
use Nameyard\Types\PaymentRequest;
use PHPUnit\Framework\AssertionFailedError;
use PHPUnit\Framework\TestCase;

final class KitTest extends TestCase
{
    use NameyardWorld;

    private const PATIENCE = 30;

    public function testAReceiverGetsEvents(): void
    {
        $receiver = $this->world->receiver('domain.registered');
        $receiver->answer(500);
        $this->pay($this->order('shop.com'));
        $event = $receiver->next('domain.registered', 'shop.com', self::PATIENCE);
        self::assertInstanceOf(DomainRegisteredEvent::class, $event);
        self::assertSame('shop.com', $event->data->domain);
        $receiver->answer(200);
        $this->world->verify(delivery: new ExpectedDelivery(state: 'delivered'), times: 1, within: 'PT10S');
        self::assertGreaterThanOrEqual(2, count($receiver->events()));
        self::assertSame([], $receiver->rejected());
        $this->expectException(AssertionFailedError::class);
        $this->expectExceptionMessageMatches('/No domain\.expired .*domain\.registered shop\.com \(returned/s');
        $receiver->next('domain.expired', within: 0);
    }

    public function testAReceiverFindsTheEventsOfADomainInAnySpelling(): void
    {
        $receiver = $this->world->receiver();
        $this->pay($this->order('straße-münchen.com'));
        $spelling = function_exists('idn_to_ascii') ? 'Straße-MÜNCHEN.com.' : 'XN--strae-mnchen-o9a32b.com.';
        $event = $receiver->next('domain.registered', $spelling, self::PATIENCE);
        self::assertInstanceOf(DomainRegisteredEvent::class, $event);
        $this->world->advance('P1Y');
        $receiver->next('domain.expired', $event->data->domain, self::PATIENCE);
    }

    public function testAFaultLosesTheResponse(): void
    {
        $order = $this->order('shop.com');
        $this->world->fault(new AddFaultRequestFault(kind: 'reset', phase: 'after'), new FaultMatch(operation: 'checkout'));
        self::assertSame(2, $this->pay($order));
        $this->world->verify(new ExpectedRequest(operation: 'checkout', status: 200), times: 1);
    }

    public function testSnapshotRestoreAndClock(): void
    {
        $this->pay($this->order('shop.com'));
        $snapshot = $this->world->snapshot();
        self::assertSame(1, $this->world->reset()->registrations);
        $this->world->restore($snapshot);
        $this->world->advance('P370D');
        self::assertSame('expired', $this->world->client->registrations->get('shop.com')->status);
    }

    public function testAWorldEnds(): void
    {
        $other = $this->newWorld(limit: 100);
        $other->end();
        self::assertNotSame($this->world->tenant, $other->tenant);
        $this->expectException(ApiKeyInvalidError::class);
        $other->client->tlds->list();
    }

    public function testTheStoryOfAnEndedWorldIsALinkIfTheServerRunsOn(): void
    {
        $this->world->end();
        $url = getenv('NAMEYARD_URL');
        $ended = "The world {$this->world->tenant} has ended.";
        try {
            putenv('NAMEYARD_URL');
            self::assertSame($ended, $this->world->story());
            putenv("NAMEYARD_URL={$this->world->baseUrl}");
            self::assertMatchesRegularExpression("~^{$ended}\nStory in the portal: http\\S+/portal/t/[^/]+/worlds/{$this->world->tenant}$~", $this->world->story());
        } finally {
            putenv($url === false ? 'NAMEYARD_URL' : "NAMEYARD_URL={$url}");
        }
    }

    public function testAFailedTestTellsItsStory(): void
    {
        $server = Server::ofRun();
        $access = ['NAMEYARD_URL' => $server->baseUrl, 'NAMEYARD_TENANT' => $server->tenant, 'NAMEYARD_KEY' => $server->key->reveal()];
        $command = [PHP_BINARY, $_SERVER['argv'][0], '--no-configuration', '--do-not-cache-result', '--bootstrap', 'autoload.php', 'tests/failing/FailingTest.php'];
        $process = proc_open($command, [1 => ['pipe', 'w']], $pipes, dirname(__DIR__), $access + getenv());
        $output = stream_get_contents($pipes[1]);
        self::assertSame(1, proc_close($process));
        $parts = [
            'FailingTest::testFails failed. What happened in the world w-',
            '  1. order shop.com 201 fault ',
            ' (delay;ms=1)',
            "  2. search shop.com 200 fault header\n",
            'Deliveries: none',
            'Faults that did not fire:',
            ' hang;phase=before for operation=renew: 0 of 1',
            'Expected request=(operation=checkout), times=1, but found 0.',
            "/portal/t/{$server->tenant}/worlds/w-",
        ];
        foreach ($parts as $part) {
            self::assertStringContainsString($part, $output);
        }
    }

    private function order(string $domain): OrderView
    {
        $owner = new Owner(firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com');

        return $this->world->client->domains->order(domain: $domain, years: 1, owner: $owner);
    }

    private function pay(OrderView $order): int
    {
        $response = new Response();
        $payment = new PaymentRequest(method: 'test', reference: 'invoice-1');
        $this->world->client->domains->checkout($order->orderId, $payment, new CallOptions(response: $response));

        return $response->attempts;
    }
}
