// The buildings that the person works with, each with a link.
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useIsAllowed } from '../../api/person.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { Card } from '../../parts/card.tsx';
import { NoBuilding } from '../../parts/no-building.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { TrySample } from '../account/organizations.tsx';
import classes from './home.module.css';

const maxShown = 8;

export function BuildingList() {
  const { t } = useLanguage();
  const buildings = useBuildings();
  const staff = useIsAllowed('invoice');
  const owner = useIsAllowed('own');
  return (
    <Card title={t.home.buildings} flush>
      <QueryContent query={buildings}>
        {(all) =>
          all.length === 0 ? (
            <NoBuilding>{owner && <TrySample />}</NoBuilding>
          ) : (
            all.slice(0, maxShown).map(({ id, name, address }) => {
              const words = (
                <>
                  <Text fw={600}>{name}</Text>
                  <Text c="dimmed" fz="sm">
                    {address}
                  </Text>
                </>
              );
              return staff ? (
                <Link key={id} to="/buildings/$buildingId" params={{ buildingId: id }} className={classes.house}>
                  {words}
                </Link>
              ) : (
                <div key={id} className={classes.house}>
                  {words}
                </div>
              );
            })
          )
        }
      </QueryContent>
    </Card>
  );
}
