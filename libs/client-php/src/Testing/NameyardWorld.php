<?php

declare(strict_types=1);

namespace Nameyard\Testing;

use PHPUnit\Framework\Attributes\After;
use PHPUnit\Framework\Attributes\Before;

/** Gives each test of a PHPUnit test case a sandbox of its own, `$this->world`. A failing test prints its story. */
trait NameyardWorld
{
    protected World $world;

    /** @var list<World> */
    private array $nameyardWorlds = [];

    /** Creates one more world, which ends with the test. The settings are the parameters of `control->worlds->create`. */
    final protected function newWorld(mixed ...$settings): World
    {
        $settings = getenv('NAMEYARD_KEEP') === '1' ? ['ttl' => 'PT24H'] + $settings : $settings;

        return $this->nameyardWorlds[] = new World(Server::ofRun(), ...$settings);
    }

    /** @before */
    #[Before]
    final protected function createNameyardWorld(): void
    {
        $this->world = $this->newWorld();
    }

    /** @after */
    #[After]
    final protected function endNameyardWorlds(): void
    {
        // PHPUnit 9 has no status().
        $hasFailed = method_exists($this, 'status') ? $this->status()->isFailure() || $this->status()->isError() : $this->hasFailed();
        foreach ($this->nameyardWorlds as $world) {
            if ($hasFailed) {
                echo "\n{$this->toString()} failed. {$world->story()}\n";
            }
            if (!$hasFailed || getenv('NAMEYARD_KEEP') !== '1') {
                $world->end();
            }
        }
        $this->nameyardWorlds = [];
    }
}
