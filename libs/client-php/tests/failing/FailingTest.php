<?php

declare(strict_types=1);

namespace Nameyard\Tests\Failing;

use Nameyard\CallOptions;
use Nameyard\Testing\NameyardWorld;
use Nameyard\Types\AddFaultRequestFault;
use Nameyard\Types\ExpectedRequest;
use Nameyard\Types\FaultMatch;
use Nameyard\Types\Owner;
use PHPUnit\Framework\TestCase;

/** KitTest runs it, and reads its output. */
final class FailingTest extends TestCase
{
    use NameyardWorld;

    public function testFails(): void
    {
        $this->world->fault(new AddFaultRequestFault(kind: 'delay', ms: 1));
        $this->world->fault(new AddFaultRequestFault(kind: 'hang'), new FaultMatch(operation: 'renew'));
        $owner = new Owner(firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com');
        $this->world->client->domains->order(domain: 'shop.com', years: 1, owner: $owner);
        $this->world->client->domains->search('shop.com', new CallOptions(headers: ['Sandbox-Fault' => 'delay;ms=1']));
        $this->world->verify(new ExpectedRequest(operation: 'checkout'), times: 1);
    }
}
